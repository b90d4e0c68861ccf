// What the server sends: the shapes of docs/protocol.md as this client uses them.

type SideId = 'union' | 'confederate';
type SeatId = SideId | 'spectator';

interface Target { kind: string; at: any }
interface Described { label: string; target: Target; note?: string; path?: string[] }
interface Subject extends Described { subject: unknown }
interface Choice extends Described { action: any }

interface Told { text: string; kind: string; pieces?: string[]; hexes?: string[]; dice?: number[]; rule?: string }
interface Logged { entry: number; by?: SideId; taken_back?: boolean; told: Told[] }

interface Piece {
  id: string; side: SideId; name: string; type: string; strengths: string; formation?: string;
  hex?: string; off?: string; states?: string[];
}
interface Marker { kind: string; hexes: string[]; side?: SideId; label: string }
interface Tally { id: string; label: string; value: string }
interface Overlay { id: string; label: string; hexes: string[] }
interface BattleView {
  targets: string[]; attackers: string[]; odds: string; modifiers: [string, string][]; results: [string, string][];
}
interface View {
  board: string; turn: number; turn_label: string; phase: string; active?: SideId; prompt: string;
  pieces: Piece[]; markers: Marker[]; tallies: Tally[]; overlays: Overlay[]; battle?: BattleView;
}
interface Outcome { winner: SideId | 'draw'; level: number; text: string }
interface ActorNow {
  actor: SideId | 'both' | 'chance' | 'over'; prompt: string; awaited?: SideId[]; asides?: boolean; outcome?: Outcome;
}
interface News {
  since: number; entries: Logged[]; length: number; actor: ActorNow; view: View; subjects?: Subject[]; asides?: Choice[];
  undo?: boolean; redo?: boolean; may_branch?: boolean;
}

interface Sitter { kind: 'me' | 'friend' | 'computer'; level?: string }
interface About {
  table: string; game: string; title: string; scenario: string; scenario_title: string;
  options: Record<string, string>; seats: [Sitter, Sitter]; players: string[]; created: number; may_save: boolean; may_branch?: boolean; closed?: string | null;
}
interface Standing extends About { actor: string; turn: number; turn_label: string; phase: string; seat: SeatId; length: number }

interface OptionRule { id: string; title: string; text: string; default: string; values: string[] }
interface Catalogue {
  game: string; title: string; year: number; summary: string;
  scenarios: { id: string; title: string; summary: string }[];
  options: OptionRule[]; players: string[]; boards: Record<string, string>;
}
interface RuleText { id: string; text: string; optional: boolean; info: boolean }
interface Chart { id: string; title: string; columns: string[]; rows: string[]; cells: string[][] }
interface BoardHex { hex: string; x: number; y: number; terrain: string[]; places: string[]; roads: string[] }
interface BoardData { board: string; title: string; width: number; height: number; side: number; hexes: BoardHex[] }

interface Refusal { because: string; rule?: string; field?: string }
interface Mine { table: string; keys: Partial<Record<SeatId, string>>; title: string; at: number }
