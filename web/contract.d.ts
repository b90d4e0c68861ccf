// What the referee says, made of its own types: protocol 2. Do not edit; LONGROLL_BLESS=1 cargo test -p longroll contract
// writes it anew.

declare type Able = { 
/**
 * As `legal` takes it.
 */
subject: unknown, 
/**
 * What it can do, where that is little or stands off the map: a button needs no question of its own.
 */
choices?: Array<Choice>, 
/**
 * What it is for; of a subject, what it would begin.
 */
role: Role, 
/**
 * What a player would call it.
 */
label: string, 
/**
 * What to light up.
 */
target: Target, 
/**
 * A cost, points left, odds.
 */
note?: string, 
/**
 * What stands in the corner of its hex, short as it must be: movement points left there, units in command.
 */
mark?: string, 
/**
 * The hexes of a march, first to last.
 */
path?: Array<string>, 
/**
 * Whether a battle is decided or a die falls at once: nobody does that without having seen the odds.
 */
dice?: boolean, 
/**
 * The formation that it speaks for, as its pieces name it: its counters are lit, and a click on one of them means it.
 */
formation?: string, };

declare type About = { 
/**
 * Its name.
 */
table: string, 
/**
 * The game.
 */
game: string, 
/**
 * The game for people.
 */
title: string, 
/**
 * The scenario.
 */
scenario: string, 
/**
 * The scenario for people.
 */
scenario_title: string, 
/**
 * Every option and its value.
 */
options: { [key in string]: string }, 
/**
 * Who sits where: Union, Confederate.
 */
seats: [Sitter, Sitter], 
/**
 * The sides whose invitation nobody has claimed yet.
 */
invited: Array<Side>, 
/**
 * Who sets up the pieces of a person.
 */
set_up: Placing, 
/**
 * The computer players of the game, the strongest last.
 */
players: Array<string>, 
/**
 * When it was made, in seconds since 1970.
 */
created: number, 
/**
 * How many minutes later onlookers see what the players do.
 */
delay: number, 
/**
 * Whether the game may be saved to a file before its end.
 */
may_save: boolean, 
/**
 * Whether a new table may begin from any moment of it.
 */
may_branch: boolean, 
/**
 * The lesson or puzzle it is for, if it is one.
 */
lesson?: string, 
/**
 * Why it can only be looked at, if so.
 */
closed?: string, };

declare type Advised = { 
/**
 * What he could do.
 */
choice: Choice, 
/**
 * With what.
 */
able: Able, };

declare type Aim = "hexes" | "hex" | "hexside";

declare type AnalysedMoment = { 
/**
 * The step of the replay.
 */
step: number, 
/**
 * What it was about.
 */
kind: MomentKind, 
/**
 * What it was worth to the side.
 */
worth: number, 
/**
 * How bad a decision it was.
 */
mark?: Mark, 
/**
 * The turn in words.
 */
turn_label: string, 
/**
 * What happened, in words.
 */
text: string, };

declare type AnalysedPhase = { 
/**
 * The step of the replay at which it begins.
 */
step: number, 
/**
 * The step at which the next one begins, or the last one of the game.
 */
until: number, 
/**
 * The turn number.
 */
turn: number, 
/**
 * The turn in words.
 */
turn_label: string, 
/**
 * The phase in words.
 */
phase: string, 
/**
 * Whose it is.
 */
side?: Side, 
/**
 * The chance at its start.
 */
before: number, 
/**
 * The chance at its end, judged as it was at its start.
 */
after: number, 
/**
 * What the decisions of each side were worth to the Union, the Union's first: against what plain play would have done instead.
 */
decisions: [number, number], 
/**
 * What all its dice were worth to the Union.
 */
luck: number, 
/**
 * What lay hidden made of the decisions: the part of their worth that whoever decided could not know.
 */
hidden: number, 
/**
 * The drift of the estimate: the same positions, judged again.
 */
drift: number, 
/**
 * Its dice.
 */
rolls: Array<AnalysedRoll>, 
/**
 * What each side that had a choice did with it.
 */
judged: Array<Judged>, };

declare type AnalysedRoll = { 
/**
 * The step of the replay before it.
 */
step: number, 
/**
 * What was thrown or drawn.
 */
dice: Array<number>, 
/**
 * The exact mean over all that might have come.
 */
expected: number, 
/**
 * The chance with what came.
 */
after: number, 
/**
 * How many different things might have come.
 */
classes: number, 
/**
 * What happened, in words.
 */
text: string, };

declare type AnalysedSide = { 
/**
 * Which.
 */
side: Side, 
/**
 * In how many phases it had a choice.
 */
phases: number, 
/**
 * What it lost against the general in such a phase, on average.
 */
error: number, 
/**
 * What the dice gave it in all.
 */
luck: number, 
/**
 * What its decisions gained it over plain play, in all.
 */
decisions: number, 
/**
 * How many inaccuracies, mistakes and blunders.
 */
marks: [number, number, number], 
/**
 * Its best moments, the best first.
 */
best: Array<AnalysedMoment>, 
/**
 * Its worst moments, the worst first.
 */
worst: Array<AnalysedMoment>, };

declare type Analysis = { 
/**
 * How many positions the general might look at for a phase.
 */
nodes: number, 
/**
 * In how many imagined futures every position was judged.
 */
worlds: number, 
/**
 * The Union's chance at the start.
 */
start: number, 
/**
 * The Union's chance at the end: one, none or half if the game is over.
 */
end: number, 
/**
 * How it ended.
 */
outcome?: Outcome, 
/**
 * What the dice were worth to the Union, in all.
 */
luck: number, 
/**
 * What was hidden, likewise.
 */
hidden: number, 
/**
 * The drift of the estimate, likewise.
 */
drift: number, 
/**
 * How large the drift of a phase is on average, whichever its sign.
 */
drift_per_phase: number, 
/**
 * How each side did, the Union first.
 */
sides: [AnalysedSide, AnalysedSide], 
/**
 * Phase by phase.
 */
phases: Array<AnalysedPhase>, };

declare type Asked = { 
/**
 * Who.
 */
actor: Asks, 
/**
 * For what, in words.
 */
prompt: string, 
/**
 * Who has yet to answer a sealed choice.
 */
awaited?: Array<Side>, 
/**
 * What is thrown, if that is no secret.
 */
chance?: Thrown, 
/**
 * How it ended.
 */
outcome?: Outcome, 
/**
 * Whether the seat may do something out of turn.
 */
asides?: boolean, 
/**
 * How many of those that can act may still do so in this phase, where the rules allow only so many.
 */
quota?: number, };

declare type Asks = "union" | "confederate" | "both" | "chance" | "over";

declare type BattleColumn = { 
/**
 * As printed: `2-1`.
 */
label: string, 
/**
 * What may come of it.
 */
results: Array<BattleResult>, };

declare type BattleModifier = { 
/**
 * The rule.
 */
rule: string, 
/**
 * What it does.
 */
text: string, };

declare type BattleResult = { 
/**
 * The faces of the die that bring it; none where no single die does.
 */
faces: Array<number>, 
/**
 * As printed: `Dr`.
 */
code?: string, 
/**
 * What happens, in words.
 */
text: string, 
/**
 * How likely, 0 to 1.
 */
chance: number, 
/**
 * For whom it is good.
 */
favours: Favours, };

declare type BattleView = { 
/**
 * Whether guns fire from afar and nobody closes in.
 */
fire: boolean, 
/**
 * The defending hexes.
 */
targets: Array<string>, 
/**
 * The attackers' ids, guns included.
 */
attackers: Array<string>, 
/**
 * The defenders' ids, as far as they are known.
 */
defenders: Array<string>, 
/**
 * What the attack counts for, in the game's own points.
 */
attack?: string, 
/**
 * What the defence counts for.
 */
defence?: string, 
/**
 * The odds in numbers and as a column.
 */
odds: string, 
/**
 * All that changes the sums or the dice.
 */
modifiers: Array<BattleModifier>, 
/**
 * Every column that may be announced, the computed one first; none before anybody attacks.
 */
columns: Array<BattleColumn>, 
/**
 * Each side's dice, the attacker's first, where both sides throw.
 */
pools?: Array<BattleColumn>, 
/**
 * What came of the dice, until the battle is over.
 */
rolled?: Rolled, };

declare type Briefing = { 
/**
 * Which scenario.
 */
scenario: string, 
/**
 * Where and when, and what it is about.
 */
story: string, 
/**
 * What the Union must do.
 */
union: string, 
/**
 * What the Confederacy must do.
 */
confederate: string, 
/**
 * How long a game takes.
 */
length: string, 
/**
 * How much there is to learn, 1 to 5.
 */
complexity: number, 
/**
 * How well it plays against oneself or a computer, 1 to 5.
 */
solitaire: number, 
/**
 * The side for somebody who plays it for the first time.
 */
beginner: Side, 
/**
 * The places that decide it.
 */
objectives: Array<Objective>, 
/**
 * Its turns.
 */
turns: Array<TurnMark>, 
/**
 * What happened there, in paragraphs.
 */
history: Array<string>, 
/**
 * How the armies went.
 */
marches: Array<HistoricMarch>, 
/**
 * What to keep in mind.
 */
hints: Hints, };

declare type Catalogue = { 
/**
 * As written on the command line.
 */
game: string, 
/**
 * For people.
 */
title: string, 
/**
 * The year it was published.
 */
year: number, 
/**
 * A sentence about it.
 */
summary: string, 
/**
 * Its scenarios, the first one the default.
 */
scenarios: Array<ScenarioTitle>, 
/**
 * Its options.
 */
options: Array<OptionRule>, };

declare type Chart = { 
/**
 * As written on the command line.
 */
id: string, 
/**
 * For people.
 */
title: string, 
/**
 * The heads of the columns.
 */
columns: Array<string>, 
/**
 * The heads of the rows.
 */
rows: Array<string>, 
/**
 * The cells, row by row.
 */
cells: Array<Array<string>>, };

declare type Choice = { 
/**
 * As `apply` takes it.
 */
action: unknown, 
/**
 * What it is for; of a subject, what it would begin.
 */
role: Role, 
/**
 * What a player would call it.
 */
label: string, 
/**
 * What to light up.
 */
target: Target, 
/**
 * A cost, points left, odds.
 */
note?: string, 
/**
 * What stands in the corner of its hex, short as it must be: movement points left there, units in command.
 */
mark?: string, 
/**
 * The hexes of a march, first to last.
 */
path?: Array<string>, 
/**
 * Whether a battle is decided or a die falls at once: nobody does that without having seen the odds.
 */
dice?: boolean, 
/**
 * The formation that it speaks for, as its pieces name it: its counters are lit, and a click on one of them means it.
 */
formation?: string, };

declare type CoachRemark = { 
/**
 * The kind of decision: who has heard of it once need not hear it again.
 */
kind: string, 
/**
 * The same for people.
 */
title: string, 
/**
 * What is asked.
 */
asks: string, 
/**
 * What matters.
 */
matters: string, 
/**
 * The rules that say it exactly.
 */
rules: Array<string>, 
/**
 * One thing that could be done now.
 */
example: Advised, 
/**
 * What a computer would mean by it, if it says so.
 */
because?: string, };

declare type Condition = "moved" | "halted" | "attacked" | "was attacked" | "fired" | "bombarded" | "in battle" | "fought" | "must retreat" | "retreated" | "displaced or retreated" | "may advance" | "advanced" | "ineffective" | "immobile" | "frozen" | "stop" | "active" | "activated" | "stirred" | "built" | "screened" | "force-marched" | "tired" | "reduced" | "disorganized" | "demoralized" | "out-of-supply" | "disrupted 1" | "disrupted 2" | "disrupted 3" | "inverted" | "face down" | "emplaced" | "battle piece";

declare type Draft = { 
/**
 * Its folder.
 */
folder: string, 
/**
 * What has changed so far: another number, another drawing.
 */
changes: number, 
/**
 * Its files.
 */
files: { [key in string]: string }, 
/**
 * Everything that is wrong or hardly meant.
 */
faults: Array<Fault>, 
/**
 * The fields of `[title]`.
 */
heading: Record<string, unknown>, 
/**
 * The counters.
 */
counters: Record<string, unknown>[], 
/**
 * The entries of each section.
 */
entries: Record<string, Record<string, unknown>[]>, 
/**
 * What forms are made of.
 */
sections: Array<Section>, 
/**
 * Sections that there are once.
 */
sheets: Array<Sheet>, 
/**
 * What each of them says.
 */
filled: Record<string, Record<string, unknown>>, 
/**
 * The hexes of each zone, by its id.
 */
zones: { [key in string]: Array<string> }, 
/**
 * The fields of a counter.
 */
counter_fields: Array<FormField>, 
/**
 * The fields of the title.
 */
heading_fields: Array<FormField>, 
/**
 * What can be drawn with.
 */
tools: Array<Tool>, 
/**
 * Whether a change can be taken back.
 */
undo: boolean, 
/**
 * Whether one that was can be made again.
 */
redo: boolean, };

declare type Edit = { "do": "paint", 
/**
 * The hexes.
 */
hexes: Array<string>, 
/**
 * The terrain.
 */
terrain: string, } | { "do": "water", 
/**
 * Its name.
 */
name: string, 
/**
 * `creek`, `run` or another.
 */
kind: string, 
/**
 * Two hexes with a slash between.
 */
hexside: string, } | { "do": "road", 
/**
 * Its name.
 */
name: string, 
/**
 * `road`, `trail` or another.
 */
class: string, 
/**
 * The hex.
 */
hex: string, } | { "do": "crossing", 
/**
 * `bridge` or `ford`.
 */
kind: string, 
/**
 * Two hexes with a slash between.
 */
hexside: string, } | { "do": "redoubt", 
/**
 * Two hexes with a slash between.
 */
hexside: string, } | { "do": "slope", 
/**
 * Two hexes with a slash between, the higher first.
 */
hexside: string, } | { "do": "place", 
/**
 * The name.
 */
name: string, 
/**
 * The hex.
 */
hex: string, } | { "do": "river", 
/**
 * Its name.
 */
name: string, 
/**
 * The hex.
 */
hex: string, } | { "do": "ferry", 
/**
 * The hex.
 */
hex: string, } | { "do": "stretch", 
/**
 * The name.
 */
name: string, 
/**
 * The hex.
 */
hex: string, } | { "do": "zone", 
/**
 * Its id.
 */
name: string, 
/**
 * The hexes.
 */
hexes: Array<string>, } | { "do": "counters", 
/**
 * The fields of each.
 */
rows: Record<string, unknown>[], } | { "do": "dismiss", 
/**
 * Its id.
 */
id: string, } | { "do": "start", 
/**
 * Its id.
 */
id: string, 
/**
 * The hex.
 */
hex: string | null, } | { "do": "heading", 
/**
 * Its name.
 */
key: string, 
/**
 * What it says; null takes it away.
 */
value: unknown, } | { "do": "field", 
/**
 * Which: one of [`SHEETS`](crate::forms::SHEETS).
 */
sheet: string, 
/**
 * Its name.
 */
key: string, 
/**
 * What it says; null takes it away.
 */
value: unknown, } | { "do": "entry", 
/**
 * The section.
 */
section: string, 
/**
 * Which one, from 0.
 */
number: number, 
/**
 * Its fields; null takes one away.
 */
fields: Record<string, unknown> | null, } | { "do": "write", 
/**
 * Its name.
 */
file: string, 
/**
 * Its text.
 */
text: string, };

declare type Edition = { 
/**
 * Who made it.
 */
author: string, 
/**
 * Under which licence it may be passed on.
 */
licence: string, 
/**
 * Its version.
 */
version: string, 
/**
 * A fingerprint of all its texts.
 */
fingerprint: string, 
/**
 * Whether somebody brought it along; otherwise it comes with the program.
 */
brought: boolean, };

declare type EventKind = "turn" | "phase" | "place" | "march" | "enter" | "leave" | "reveal" | "battle" | "fire" | "roll" | "result" | "loss" | "retreat" | "advance" | "condition" | "rally" | "weather" | "chit" | "card" | "works" | "bridge" | "exchange" | "control" | "score" | "rewind" | "resign" | "end";

declare type Fault = { 
/**
 * The file.
 */
file: string, 
/**
 * The line, from 1.
 */
line: number, 
/**
 * How bad it is.
 */
gravity: Gravity, 
/**
 * What is wrong.
 */
what: string, 
/**
 * What would be right.
 */
right: string, 
/**
 * The hexes it is about, if it can be shown on a map.
 */
hexes?: Array<string>, };

declare type Favours = "attacker" | "defender" | "neither";

declare type FieldKind = "text" | "number" | "flag" | "yes-no" | "prose" | "paragraphs" | "word" | "words" | "hex" | "hexes" | "numbers" | "pairs";

declare type FormField = { 
/**
 * As it is written; `exempt.group` for `exempt = { group = ... }`.
 */
key: string, 
/**
 * For people.
 */
label: string, 
/**
 * What can stand in it.
 */
kind: FieldKind, 
/**
 * The words it can be, if they are few.
 */
words?: Array<string> | null, 
/**
 * Whether it must be there.
 */
needed: boolean, };

declare type Formation = { 
/**
 * Its name, as pieces write it.
 */
name: string, 
/**
 * Whose.
 */
side: Side, 
/**
 * Two or three letters that stand for it.
 */
badge: string, 
/**
 * Its colour, a number within its side: the same in every view of the game.
 */
colour: number, };

declare type Frame = { 
/**
 * Its number.
 */
step: number, 
/**
 * The entry of the journal that led to it; none to the opening.
 */
entry?: number, 
/**
 * The side that decided; nobody for the dice.
 */
by?: Side, 
/**
 * What happened.
 */
told: Array<LogEntry>, 
/**
 * What there was to be seen.
 */
view: View, };

declare type GlossaryEntry = { 
/**
 * The word, as it stands in a sentence.
 */
word: string, 
/**
 * What else it is called, plurals included.
 */
forms: Array<string>, 
/**
 * What it means, in a few sentences.
 */
means: string, 
/**
 * The rules that say it exactly.
 */
rules: Array<string>, };

declare type Gravity = "mistake" | "warning";

declare type Handout = { 
/**
 * What it is about and what must be done.
 */
briefing: Briefing, 
/**
 * The formations with their badges and colours.
 */
formations: Array<Formation>, 
/**
 * Whether the game has lines of fire: whether `sight` answers anything.
 */
lines_of_fire: boolean, 
/**
 * What the numbers on a fighting unit mean, from left to right.
 */
numbers: Array<string>, };

declare type Hints = { 
/**
 * To the Union.
 */
union: Array<string>, 
/**
 * To the Confederacy.
 */
confederate: Array<string>, };

declare type HistoricMarch = { 
/**
 * Whose.
 */
side: Side, 
/**
 * Who, and when.
 */
label: string, 
/**
 * From where to where.
 */
hexes: Array<string>, };

declare type Judged = { 
/**
 * Whose decisions.
 */
side: Side, 
/**
 * The step of the replay at which the side first had a choice.
 */
step: number, 
/**
 * Its own chance with what it did.
 */
played: number, 
/**
 * Its own chance with what the general would have done.
 */
best: number, 
/**
 * What it lost by that; below nothing where it found something better.
 */
cost: number, 
/**
 * How far the cost can be trusted: its standard error.
 */
doubt: number, 
/**
 * How much it cost, in a word, if anything worth a word.
 */
mark?: Mark, 
/**
 * What the general means to do, in a sentence or two.
 */
intent: string, 
/**
 * Its orders.
 */
plan: Array<Choice>, };

declare type LessonPage = { 
/**
 * What is said.
 */
text: string, 
/**
 * The hexes that are shown.
 */
hexes: Array<string>, 
/**
 * The pieces that are shown.
 */
pieces: Array<string>, };

declare type LessonPhase = "ask" | "fight" | "lost" | "done";

declare type LessonStand = { 
/**
 * The game.
 */
game: string, 
/**
 * The lesson.
 */
lesson: string, 
/**
 * The lesson for people.
 */
title: string, 
/**
 * Where it stands.
 */
phase: LessonPhase, 
/**
 * The number of the scene, from 1.
 */
scene: number, 
/**
 * How many scenes there are.
 */
scenes: number, 
/**
 * What is said, page by page.
 */
pages: Array<LessonPage>, 
/**
 * What shall be done, in a line.
 */
task?: string, 
/**
 * How much of the task is left, where it has several parts.
 */
left: number, 
/**
 * Something that is asked for, to be shown or done for the pupil.
 */
answer?: Choice, 
/**
 * The lesson after this one.
 */
next?: string, 
/**
 * If it is a puzzle and no lesson: how the attempt stands.
 */
puzzle?: PuzzleStand, };

declare type Listed = { 
/**
 * Its folder.
 */
folder: string, 
/**
 * Its name.
 */
title: string, 
/**
 * Its version.
 */
version: string, 
/**
 * How many mistakes are in it.
 */
mistakes: number, };

declare type LogEntry = { 
/**
 * A sentence for the log.
 */
text: string, 
/**
 * What kind of thing.
 */
kind: EventKind, 
/**
 * The pieces it concerns.
 */
pieces?: Array<string>, 
/**
 * The hexes it concerns, in order.
 */
hexes?: Array<string>, 
/**
 * The dice, if any.
 */
dice?: Array<number>, 
/**
 * The rule behind it, if worth saying.
 */
rule?: string, };

declare type Logged = { 
/**
 * Its number in the journal.
 */
entry: number, 
/**
 * The side that decided; nobody for the dice.
 */
by?: Side, 
/**
 * Whether it was taken back later.
 */
taken_back?: boolean, 
/**
 * What happened.
 */
told: Array<LogEntry>, };

declare type Mark = "inaccuracy" | "mistake" | "blunder";

declare type Marker = { 
/**
 * What it is.
 */
kind: MarkerKind, 
/**
 * Where.
 */
hexes: Array<string>, 
/**
 * Whose, if anybody's.
 */
side?: Side, 
/**
 * What it says.
 */
label: string, };

declare type MarkerKind = "control" | "objective" | "fort" | "breastworks" | "abatis" | "bridge" | "chit" | "detachment";

declare type Meant = { 
/**
 * What can be done, if it can.
 */
choice?: Choice, 
/**
 * Why it cannot, and what would be right.
 */
refusal?: Refusal, 
/**
 * The way that was understood, hex by hex.
 */
way: Array<string>, 
/**
 * The pieces that cannot go in the same action: each has to be asked for after it.
 */
left: Array<string>, 
/**
 * The battle that it would begin, change or decide.
 */
battle?: BattleView, };

declare type MomentKind = "roll" | "decision";

declare type News = { 
/**
 * The entry of the journal from which on this tells.
 */
since: number, 
/**
 * What happened.
 */
entries: Array<Logged>, 
/**
 * The length of the journal.
 */
length: number, 
/**
 * Who is asked for what.
 */
actor: Asked, 
/**
 * Whether this seat may take back its last decision.
 */
undo: boolean, 
/**
 * Whether it may do it again.
 */
redo: boolean, 
/**
 * Whether a new table may begin from any moment of this one.
 */
may_branch: boolean, 
/**
 * What can act, if this seat is asked.
 */
subjects?: Array<Able>, 
/**
 * What it may do out of turn.
 */
asides?: Array<Choice>, 
/**
 * What it sees.
 */
view: View, };

declare type Objective = { 
/**
 * What it is, and what it is worth.
 */
label: string, 
/**
 * Where.
 */
hexes: Array<string>, };

declare type Off = "to be set up" | "reinforcements" | "eliminated" | "left the map" | "rally box" | "box" | "raid" | "available" | "removed" | "set aside";

declare type Op = "games" | "new" | "load" | "actor" | "subjects" | "legal" | "why" | "meant" | "preview" | "sight" | "view" | "apply" | "undo" | "redo" | "roll" | "go" | "resign" | "outcome" | "log" | "replay" | "analyse" | "hash" | "save" | "quit" | "join" | "stop" | "coach" | "reopen";

declare type OptionRule = { 
/**
 * As written on the command line.
 */
id: string, 
/**
 * For people.
 */
title: string, 
/**
 * What it does.
 */
text: string, 
/**
 * The value without a choice.
 */
default: string, 
/**
 * The values it may take: `off`, `on`, or names.
 */
values: Array<string>, };

declare type Outcome = { 
/**
 * Who won.
 */
winner: Winner, 
/**
 * The level of victory; 0 after a resignation.
 */
level: number, 
/**
 * In words.
 */
text: string, };

declare type Overlay = { 
/**
 * A stable name.
 */
id: string, 
/**
 * What it means.
 */
kind: OverlayKind, 
/**
 * Whose, if it is one side's.
 */
side?: Side, 
/**
 * The name for people.
 */
label: string, 
/**
 * The hexes.
 */
hexes: Array<string>, };

declare type OverlayKind = "zone" | "duty" | "command" | "supply" | "recon";

declare type PhaseMark = { 
/**
 * The step at which it begins.
 */
step: number, 
/**
 * The turn number.
 */
turn: number, 
/**
 * The turn in words.
 */
turn_label: string, 
/**
 * The phase in words.
 */
phase: string, 
/**
 * Whose it is.
 */
active?: Side, };

declare type Piece = { 
/**
 * Its id; a throw-away one while it lies face down.
 */
id: string, 
/**
 * Whose it is.
 */
side: Side, 
/**
 * What stands on it.
 */
name: string, 
/**
 * What it is.
 */
type: PieceKind, 
/**
 * The numbers on it, as printed: `5-6`.
 */
strengths: string, 
/**
 * What it counts for in a fight now: the one number that matters from afar.
 */
strength?: number, 
/**
 * The formation it belongs to.
 */
formation?: string, 
/**
 * Where it is, if on the map.
 */
hex?: string, 
/**
 * Where it is otherwise.
 */
off?: Off, 
/**
 * When and where a piece comes that waits off the map: `turn 3, at 1201`.
 */
due?: string, 
/**
 * How it fares.
 */
states?: Array<Condition>, };

declare type PieceKind = "infantry" | "cavalry" | "artillery" | "horse-artillery" | "headquarters" | "leader" | "brigade" | "skirmisher" | "boat" | "bridge" | "dummy" | "hidden";

declare type Placing = "own" | "standard";

declare type PuzzleBook = { 
/**
 * The game.
 */
game: string, 
/**
 * The game for people.
 */
title: string, 
/**
 * The themes that it has, with their names for people.
 */
themes: Array<[Theme, string]>, 
/**
 * The puzzles, by theme, the easiest first.
 */
puzzles: Array<PuzzleCard>, };

declare type PuzzleCard = { 
/**
 * Its name within the game.
 */
puzzle: string, 
/**
 * Its name for people.
 */
title: string, 
/**
 * What it is about.
 */
theme: Theme, 
/**
 * The side to move.
 */
side: Side, 
/**
 * The scenario for people.
 */
scenario: string, 
/**
 * How hard it is.
 */
rating: number, };

declare type PuzzleShelf = { 
/**
 * The games that have any.
 */
books: Array<PuzzleBook>, 
/**
 * Game and puzzle of each day in turn: that of a day is the one whose number is the days since 1970, modulo the length.
 */
days: Array<[string, string]>, };

declare type PuzzleStand = { 
/**
 * How hard it is.
 */
rating: number, 
/**
 * Of what was at stake, the share that is found; once it is over.
 */
share?: number, 
/**
 * The chance to win with the best orders, once it is over.
 */
best?: number, 
/**
 * What the ratings come to, once it is over.
 */
rated?: Rated, };

declare type Rated = { 
/**
 * The player's rating, before and after.
 */
you: [Rating, Rating], 
/**
 * The puzzle's.
 */
puzzle: [Rating, Rating], };

declare type Rating = { 
/**
 * The number that is shown.
 */
rating: number, 
/**
 * How far off it may be.
 */
deviation: number, 
/**
 * How much it is expected to change.
 */
volatility: number, };

declare type Refusal = { 
/**
 * The rule that forbids it.
 */
rule?: string, 
/**
 * The field that makes no sense.
 */
field?: string, 
/**
 * What is wrong, and what would be right.
 */
because: string, };

declare type Role = "march" | "enter" | "leave" | "place" | "set-up" | "engage" | "join" | "widen" | "fight" | "fire" | "lose" | "retreat" | "advance" | "stay" | "finish" | "activate" | "pass" | "include" | "exclude" | "form" | "reveal" | "hide" | "rally" | "build" | "destroy" | "play" | "allot" | "answer";

declare type Rolled = { 
/**
 * The faces.
 */
dice: Array<number>, 
/**
 * What came of it, in words.
 */
text: string, };

declare type RuleText = { 
/**
 * The id.
 */
id: string, 
/**
 * What it says, in our words.
 */
text: string, 
/**
 * The title of the chapter that begins with it.
 */
chapter?: string, 
/**
 * Whether players may leave it out.
 */
optional: boolean, 
/**
 * Whether it only describes components.
 */
info: boolean, 
/**
 * `file: function` of each citation in the code; or a type, a constant, a macro.
 */
enforced: Array<string>, 
/**
 * The tests that carry its name.
 */
tests: Array<string>, };

declare type ScenarioTitle = { 
/**
 * As written on the command line.
 */
id: string, 
/**
 * For people.
 */
title: string, 
/**
 * A sentence about it.
 */
summary: string, 
/**
 * Who made it, if it is a title of a system of games.
 */
edition?: Edition | null, };

declare type Section = { 
/**
 * The file it stands in.
 */
file: string, 
/**
 * As it is written: `score` for `[[score]]`.
 */
section: string, 
/**
 * The heading under which it stands, in the order of these.
 */
group: string, 
/**
 * For people.
 */
title: string, 
/**
 * What it does.
 */
about: string, 
/**
 * Its fields.
 */
fields: Array<FormField>, };

declare type Sheet = { 
/**
 * By what it is asked for.
 */
id: string, 
/**
 * The heading under which it stands.
 */
group: string, 
/**
 * The file it stands in.
 */
file: string, 
/**
 * For people.
 */
title: string, 
/**
 * What it does.
 */
about: string, 
/**
 * Its fields.
 */
fields: Array<FormField>, };

declare type Side = "union" | "confederate";

declare type Sitter = { "kind": "me" } | { "kind": "friend" } | { "kind": "computer", 
/**
 * Its name among the game's players.
 */
level: string, };

declare type Standing = { 
/**
 * The seat that the key opens.
 */
seat: string, 
/**
 * Who is asked, if it can be read.
 */
actor?: Asks, 
/**
 * The turn number.
 */
turn: number, 
/**
 * The turn in words.
 */
turn_label: string, 
/**
 * The phase in words.
 */
phase: string, 
/**
 * The length of the journal.
 */
length: number, 
/**
 * Whether a person has decided anything; at a table of computers, whether anything happened.
 */
touched: boolean, 
/**
 * How it ended.
 */
outcome?: Outcome, 
/**
 * Its name.
 */
table: string, 
/**
 * The game.
 */
game: string, 
/**
 * The game for people.
 */
title: string, 
/**
 * The scenario.
 */
scenario: string, 
/**
 * The scenario for people.
 */
scenario_title: string, 
/**
 * Every option and its value.
 */
options: { [key in string]: string }, 
/**
 * Who sits where: Union, Confederate.
 */
seats: [Sitter, Sitter], 
/**
 * The sides whose invitation nobody has claimed yet.
 */
invited: Array<Side>, 
/**
 * Who sets up the pieces of a person.
 */
set_up: Placing, 
/**
 * The computer players of the game, the strongest last.
 */
players: Array<string>, 
/**
 * When it was made, in seconds since 1970.
 */
created: number, 
/**
 * How many minutes later onlookers see what the players do.
 */
delay: number, 
/**
 * Whether the game may be saved to a file before its end.
 */
may_save: boolean, 
/**
 * Whether a new table may begin from any moment of it.
 */
may_branch: boolean, 
/**
 * The lesson or puzzle it is for, if it is one.
 */
lesson?: string, 
/**
 * Why it can only be looked at, if so.
 */
closed?: string, };

declare type Tally = { 
/**
 * A stable name.
 */
id: string, 
/**
 * The name for people.
 */
label: string, 
/**
 * The number, in words.
 */
value: string, 
/**
 * Whose, if it is one side's.
 */
side?: Side, 
/**
 * Whether it decides the game, so that it is worth a chart.
 */
score?: boolean, 
/**
 * What it comes from, line by line.
 */
parts?: Array<string>, };

declare type Target = { "kind": "piece", "at": string } | { "kind": "hex", "at": string } | { "kind": "hexside", "at": [string, string] } | { "kind": "button", "at": string } | { "kind": "die", "at": number } | { "kind": "chit", "at": string } | { "kind": "card", "at": string } | { "kind": "box", "at": string } | { "kind": "space", "at": [string, number] } | { "kind": "column", "at": string };

declare type Theme = "attack" | "guns" | "march" | "retreat" | "losses" | "pursuit" | "command" | "choice";

declare type Thrown = { 
/**
 * How many.
 */
dice: number, 
/**
 * Of how many sides.
 */
sides: number, 
/**
 * The rule that asks.
 */
rule: string, } | { 
/**
 * How many.
 */
draw: number, 
/**
 * From how many.
 */
from: number, 
/**
 * The rule that asks.
 */
rule: string, };

declare type Timeline = { 
/**
 * The number of the last step.
 */
steps: number, 
/**
 * Where the phases begin.
 */
phases: Array<PhaseMark>, 
/**
 * For each step but the opening, the entry of the journal that led to it.
 */
entries: Array<number>, };

declare type TitleGone = { 
/**
 * The folder.
 */
folder: string, 
/**
 * The title's name.
 */
title: string, 
/**
 * What its archive is called.
 */
archive: string, 
/**
 * Where that is kept, if it is.
 */
kept?: string | null, 
/**
 * The archive itself, in hexadecimal digits.
 */
data: string, 
/**
 * What was taken off the shelf.
 */
scenario?: string | null, };

declare type TitleLook = { 
/**
 * The folder.
 */
folder: string, 
/**
 * The title's name.
 */
title: string, 
/**
 * What it is called on the shelf, if it is there.
 */
scenario?: string | null, 
/**
 * Its files.
 */
files: Array<string>, 
/**
 * How many mistakes are in it.
 */
mistakes: number, 
/**
 * With this it is removed as it is now.
 */
seal: string, };

declare type Tool = { 
/**
 * For people.
 */
label: string, 
/**
 * What it does.
 */
about: string, 
/**
 * What is pointed at.
 */
on: Aim, 
/**
 * Whether what it draws has a name, and which at first.
 */
name?: string | null, 
/**
 * The change it makes: what [`Edit`](crate::edit::Edit) takes, without the place and the name.
 */
edit: Record<string, string>, };

declare type TurnMark = { 
/**
 * Its number.
 */
turn: number, 
/**
 * Its date and hour.
 */
label: string, 
/**
 * Whether it is night.
 */
night: boolean, };

declare type View = { 
/**
 * The board's id.
 */
board: string, 
/**
 * The turn number.
 */
turn: number, 
/**
 * The turn in words: `24 Nov, 8 AM`.
 */
turn_label: string, 
/**
 * The phase in words.
 */
phase: string, 
/**
 * Whose phase it is.
 */
active?: Side, 
/**
 * Who is asked for what.
 */
prompt: string, 
/**
 * The counters.
 */
pieces: Array<Piece>, 
/**
 * The markers.
 */
markers: Array<Marker>, 
/**
 * Points, quotas.
 */
tallies: Array<Tally>, 
/**
 * Zones to shade.
 */
overlays: Array<Overlay>, 
/**
 * The battle at hand.
 */
battle?: BattleView, };

declare type Winner = "union" | "confederate" | "draw";

declare type WorkshopAnswer = Array<Listed> | Draft | { 
/**
 * Under this name.
 */
scenario: string, 
/**
 * In this game.
 */
game: string, } | TitleLook | TitleGone;

declare type WorkshopRequest = { "op": "list", } | { "op": "new", 
/**
 * Its id, and the name of its folder.
 */
id: string, 
/**
 * Its name.
 */
title: string, 
/**
 * The columns of its board.
 */
columns: number, 
/**
 * The rows.
 */
rows: number, } | { "op": "open", 
/**
 * Its folder.
 */
folder: string, } | { "op": "edit", 
/**
 * The folder.
 */
folder: string, 
/**
 * The change.
 */
edit: Edit, } | { "op": "undo", 
/**
 * The folder.
 */
folder: string, } | { "op": "redo", 
/**
 * The folder.
 */
folder: string, } | { "op": "play", 
/**
 * The folder.
 */
folder: string, } | { "op": "remove", 
/**
 * The folder.
 */
folder: string, 
/**
 * What the look said: whoever removes a title has seen it as it is.
 */
seal?: string | null, } | { "op": "bring-back", 
/**
 * The folder.
 */
folder: string, };

