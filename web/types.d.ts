// What the client adds to contract.d.ts: what stands at other addresses, and how a table stands in the browser.

type SideId = Side;
type SeatId = Side | 'spectator';
/** A request as the server takes it: an operation and its fields. */
type Question = { op: Op } & Record<string, unknown>;

/** A game on the shelf: `GET /api/games`. */
interface Shelved extends Catalogue { players: string[]; boards: Record<string, string>; briefings?: Briefing[] }
/** The lessons of a game: `GET /api/lessons`. */
interface LessonCard { lesson: string; title: string; teaches: string; minutes: number; fight: boolean }
/** The second best of an advice: what it is, and the chance with it. */
interface SecondBest { action: unknown; chance: number; advised?: Advised | null }
interface Course { game: string; title: string; year: number; lessons: LessonCard[] }
interface BoardHex { hex: string; x: number; y: number; terrain: string[]; places: string[]; roads: string[] }
interface BoardData { board: string; title: string; width: number; height: number; side: number; hexes: BoardHex[] }
/** A table that this browser has keys to. */
interface Mine {
  table: string; keys: Partial<Record<SeatId, string>>; title: string; at: number;
  /** The key of whoever made the table, and what he sends to his friends. */
  owner?: string; invitations?: Partial<Record<Side, string>>;
}
interface Thinking { side: Side; level: string; ms: number; since: number }

/** A line over the map: plain, or a refusal. */
interface Notice { text: string; rule?: string; no?: boolean; act?: { label: string; does(): void } }
/** Where something opens: beside a point of the map, or right below a button, whose left edge and foot these are. */
interface Spot { x: number; y: number; button?: boolean }
/** Something that was picked, and of what. */
interface Picked { able: Able; choice: Choice }
/** A line of a list to choose from. */
interface Entry { label: string; note?: string; path?: string[]; does(spot: Spot): void }
/** What is left undone before a phase is finished. */
interface Undone { text: string; hexes: string[]; duty: boolean }
/** A moment of the past, with where it stands in the whole. */
interface Past { frame: Frame; steps: number; phases: PhaseMark[]; playing: boolean }

/** The panel beside the map that is open, and the rule it shows. */
interface Panel { tab: 'briefing' | 'log' | 'forces' | 'rules' | 'charts'; rule?: string; word?: string }

/** What the player is at: always exactly one of these. */
type Mode =
  /** Nothing in hand. */
  | { kind: 'looking' }
  /** Something that can act is in hand, alone or with company, perhaps by way of hexes. */
  | { kind: 'hand'; able: Able; choices: Choice[]; company: string[]; via: string[] }
  /** Several things can be done at one place. */
  | { kind: 'which'; title: string; entries: Entry[]; at: Spot | null }
  /** Nothing is done before one has looked at it: the odds, and a button with a verb. */
  | { kind: 'confirm'; choice: Choice; others: Choice[]; battle: BattleView | null; able: string[]; to: string | null }
  /** Something is left undone, or would be given up. */
  | { kind: 'finish'; choice: Choice; left: Undone[] }
  /** News are shown as a film; of what others did with a caption, and it can be halted. The newest news say who is asked after it. */
  | { kind: 'film'; foreign: boolean; caption: string; paused: boolean; newest: News; hurried: boolean }
  /** The past. */
  | { kind: 'replay'; past: Past }
  /** The table is covered until the player of a side is there. */
  | { kind: 'curtain'; side: Side }
  /** The end of the game, as a page. */
  | { kind: 'over' };

interface TableState {
  /** How the lesson stands that is taken here, what has come of it during a film, and the page of it that is open. */
  lesson: LessonStand | null;
  coming: LessonStand | null;
  leaf: number;
  /** What the coach of a first game says now, and of which news. */
  coach: { news: News; turn: string; remark: CoachRemark | null } | null;
  /** What the house said last about the game: clocks, offers, words. */
  house: any;
  /** Null until the first answer of the server. */
  about: About | null;
  handout: Handout | null;
  /** What the maker of the table sends to his friends. */
  invitations: Partial<Record<Side, string>>;
  /** The seat through which the table is seen now; two sit at one screen in turns. */
  seat: SeatId;
  /** The seats that this browser has taken. */
  own: SeatId[];
  /** What is shown; during a film not yet the newest. */
  news: News | null;
  log: Logged[];
  /** What computers meant to do. */
  remarks: { entry: number; side: Side; text: string }[];
  here: Partial<Record<SeatId, number>>;
  thinking: Thinking | null;
  line: 'open' | 'broken';
  /** Why there is no room in the house. */
  full: string | null;
  /** Why the table can only be looked at. */
  closed: string | null;
  /** Why there is no table. */
  gone: string | null;
  mode: Mode;
  /** A request is on its way. */
  busy: boolean;
  notice: Notice | null;
  /** Dice that were just thrown, and a line across the map; the number tells one from the next. */
  cast: { number: number; values: number[]; text: string } | null;
  banner: { number: number; text: string } | null;
  /** What is told of a hex beside the pointer; all of it if that is wanted. */
  inspected: { hex: string; x: number; y: number; wanted: boolean } | null;
  /** A menu that is open: of the table, or of a hex. */
  menu: { kind: 'table' } | { kind: 'hex'; hex: string; piece: string | null; x: number; y: number } | null;
  /** The hex from which lines of fire are shown. */
  sight: string | null;
  /** Whether the answer that follows is given every time. */
  standing: boolean;
  /** The overlays that shade the map. */
  shaded: string[];
  /** Whether objectives are marked on the map. */
  marked: boolean;
  /** Whether the briefing lies over the map: once, when one sits down to a game that has just begun. */
  briefed: boolean;
  /** What a computer would do, lit on the map. */
  hint: Advised | null;
  /** What decided the game, once that is known: it is told in the replay. */
  analysis: Analysis | null;
  /** What was picked since the question was asked, one after the other: it can be let go of again. */
  picked: Picked[];
  panel: Panel;
  settings: Settings;
}

/** How things look and feel, kept by the browser. */
interface Settings {
  theme: 'paper' | 'campfire';
  /** 1, 2, 4; 0 is instant. */
  speed: number;
  /** Do single forced choices by oneself. */
  forced: boolean;
  /** Whether dice are seen to roll. */
  dice: 'roll' | 'instant';
  /** Throw dice and bear losses at the first click, without a last look. */
  quick: boolean;
  /** Whether a new game begins with its briefing over the map. */
  briefings: boolean;
  /** Of what is left undone when a phase is finished. */
  warn: 'always' | 'duties' | 'never';
  /** Whether the last marches of the others are shown. */
  trails: boolean;
  sound: boolean;
  notify: boolean;
  symbols: 'nato' | 'silhouette';
  /** Where friends are met, for a page that is its own house; nothing if nowhere. */
  house: string;
}

/** What the views beside the map can ask for. */
interface Acts {
  /** Shows hexes on the map. */
  look(hexes: string[]): void;
  /** Opens the rulebook at a rule. */
  rule(id: string): void;
  /** Opens the rulebook at a word of the glossary. */
  word(word: string): void;
  /** Opens the replay where an entry of the journal led. */
  moment(entry: number): void;
  /** Opens the replay at a step. */
  past(step: number): void;
  /** Shades the hexes of an overlay, or no more. */
  shade(overlay: string): void;
  replay(): void;
  save(): void;
  /** A new table like this one, perhaps with sides changed. */
  rematch(swap: boolean): void;
  /** Marks the objectives on the map, or no more. */
  objectives(): void;
  /** Asks the server, for the seat at hand. */
  ask(question: Question): Promise<any>;
}
