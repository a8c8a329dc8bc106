/**
 * Arithmetic procedures from shareable seeds, and one exact grader that says where a language model stopped following them.
 *
 * An item is named by a link of the page: whole, from its `#` on (`#/play?v=2&steps=25&lookback=5&seed=42&condition=trace`), or by its parameters alone
 * (`v=2&steps=25`). What a link leaves out has the default of its version `v`. All values are strings, so that nothing turns them into floats; all
 * positions are indices of the JavaScript string. Functions throw an `Error` whose message says what to do.
 */

/**
 * Loads the module once, and gives its functions. `module` is for hosts that have the module's bytes, response or address themselves. The first call
 * decides: whatever a later one is given, it has the module of the first. Only after a call that failed does the next one try again.
 */
export function load(module?: BufferSource | WebAssembly.Module | Response | Promise<Response> | URL | string): Promise<Stepfall>;

/** The functions. Options that are `null` are none. */
export interface Stepfall {
  /** The item that a link names, with its prompt. What is wrong with a link is moved to the nearest that works, and told in `notices`. */
  item(link: string): Item;
  /**
   * The link as this version writes it, from `#` on, with a transcript packed into it if one is given. Throws where that is too long, and where the
   * link is not understood in every part: `item` tells what it would be taken for.
   */
  link(link: string, transcript?: string | null, options?: LinkOptions | null): string;
  /** The verdict on a transcript to hand on: as Markdown, as a picture, and `address` as a QR code. An empty transcript is none. */
  share(link: string, transcript: string, address: string, options?: LinkOptions | null): Shared;
  /** How many single faults of an item show, in thousandths: what the item is worth as a test. */
  shares(link: string): Shares;
  /**
   * What exactly a model did in a transcript of an item, which is named by its link or is its record as JSON text, whichever generator drew it. Where the condition is a dialogue, the transcript is the first reply, or the dialogue so far: parts
   * under the lines `=== asked ===` and `=== answered ===`, of which only what was answered is needed.
   */
  grade(item: string, transcript: string, options?: GradeOptions | null): Verdict;
  /**
   * What came of a transcript in a batch, by the id under which it was asked (`sf1-…`): the flat row that batches have of it. Throws where the id is none of
   * Stepfall's, or its condition takes a dialogue.
   */
  gradeId(id: string, transcript: string, options?: GradeIdOptions | null): GradedRecord;
  /** What a program writes that fails in a known way. It is no model. */
  simulate(link: string, options?: SimulateOptions | null): Simulation;
  /** The named suites, as they are where nothing is set. */
  suites(): Suite[];
  /**
   * The questions of a suite, or of steps, conditions and procedures of one's own (`"own"`), made as they are asked for. Throws at once where there are no such
   * questions: their condition takes a dialogue, a suite has a setting fixed, or there are none or more than 2,000,000.
   */
  questions(suite: SuiteName, settings?: Settings | null): Generator<Question, void, undefined>;
  /**
   * The same as files for a batch service or an evaluation tool, in pieces of about 256 KiB: all pieces of a file, one after the other, make its text. A file that
   * its service would not take is parted, and those behind the first have a number in their name. Tools get their task or configuration in files of their own at the end.
   */
  exportFiles(suite: SuiteName, target: Target, settings?: ExportSettings | null): Generator<FilePiece, void, undefined>;
  /** Result files graded by the ids in them, and the tally over all of them. */
  batch(options?: BatchOptions | null): Batch;
}

/** A suite; `own` stands for a selection of one's own. */
export type SuiteName =
  | "quick"
  | "ladder"
  | "look-back"
  | "what-is-lost"
  | "what-helps"
  | "paper55"
  | "own";

/** A named suite. One of a version never changes. */
export interface Suite {
  name: Exclude<SuiteName, "own">;
  version: number;
  /** What it isolates, in a sentence or two. */
  isolates: string;
  /** How many specs it has. */
  specs: number;
  /** How many items of each spec are asked. */
  items: number;
  /** The product. */
  questions: number;
  /** How they are asked; null where the suite has conditions of its own. */
  condition: Condition | null;
  /** The settings that it has values of its own for, and does not take. */
  fixed: (keyof SpecSettings)[];
  /** Tokens of all requests and of all replies, each from at least to at most; of replies without what a model reasons unasked. */
  tokens: { input: [number, number]; output: [number, number] };
}

/** The parameters of a spec, as links and the command line have them; what is left out has its default. A boolean stands for 1 and 0. */
export interface SpecSettings {
  /** How many steps, from 1 to 500; several for `own`. */
  steps?: Word | readonly Word[];
  /** How far back the second operand reaches: 5 (at most) or `exactly-5`. */
  lookback?: Word;
  /** Operations, with weights if wanted: `add:2,sub`. */
  ops?: Word;
  /** `integer`, `mod97`, `decimal2`, `rational`, `paper` or `paper-integers`. */
  numbers?: Word;
  /** The largest absolute value. */
  bound?: Word;
  /** The range of the inputs: `2..20`, or `signed-2..20` for both signs. */
  inputs?: Word;
  /** The range of the constants: `2..9`. */
  constants?: Word;
  /** The share of steps on which the answer does not depend, in percent. */
  dead?: Word;
  /** `assignments`, `english`, `python` or `json`. */
  wording?: Word;
  /** `numbered` or `scattered`. */
  names?: Word;
  /** `ordered` or `shuffled`. */
  lines?: Word;
  /** Whether shorter procedures are the beginnings of longer ones of the same seed. */
  nested?: Word;
}

/** A value of a parameter. */
export type Word = string | number | boolean;

/** Which questions of a suite. */
export interface Settings extends SpecSettings {
  /** How many items of each spec, those with the indexes from 0; what is usual for the suite, or 20 for `own`. */
  items?: number;
  /** How often each item is asked; once where nothing is said. */
  samples?: number;
  /** The seed of all items, a whole number below 2^53; 0 where nothing is said. */
  seed?: number;
  /** How items are asked; several for `own`. Only conditions that ask once. */
  condition?: Condition | readonly Condition[];
  /** For `own`: procedures of one's own, each as a link or as the record of an item. Their ids are understood where the record is at hand: `BatchOptions.records`. */
  procedures?: readonly (string | object)[];
}

/** A question. */
export interface Question {
  /** Everything that is needed to make the item anew, in at most 64 characters (`sf1-…`). */
  id: string;
  /** The suite with its version. */
  suite: string;
  /** The part of the suite that it stands in, the same for all numbers of steps. */
  dataset: string;
  condition: Condition;
  steps: number;
  /** The look-back as a spec has it. */
  lookback: string;
  /** The link that opens the item in the page; empty for a procedure of one's own. */
  link: string;
  /** What a model is asked, as one text. */
  prompt: string;
  /** The same turn by turn, where it is more than one. */
  messages?: { role: "user" | "assistant"; content: string }[];
  /** The right answer, as it is to be written. */
  target: string;
}

/** Who takes a file of questions. */
export type Target =
  | "openai"
  | "openai-responses"
  | "anthropic"
  | "gemini"
  | "inspect"
  | "promptfoo"
  | "lm-eval"
  | "jsonl"
  | "csv";

/** Which questions of a suite, and how a model is asked them. */
export interface ExportSettings extends Settings {
  /** The model, by the service's name. `openai`, `openai-responses` and `anthropic` need one; the others name none in their files. */
  model?: string;
  /** The most tokens of a reply. With `temperature` and `effort` for those three and `gemini`: elsewhere it would have no effect, and is an error. */
  maxOutput?: number;
  /** From 0 to 2. */
  temperature?: number;
  /** How much to reason. */
  effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
}

/** A piece of a file. */
export interface FilePiece {
  /** What the file is called. */
  name: string;
  text: string;
}

/** What a batch knows beforehand. */
export interface BatchOptions {
  /** Procedures of one's own whose ids are to be understood, each as a link or as the record of an item. */
  records?: readonly (string | object)[];
}

/** Where the bytes of a result file come from: a file that was chosen or dropped, what was fetched, a stream of Node, bytes, or its text. */
export type Source =
  | Blob
  | Response
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>
  | ArrayBuffer
  | ArrayBufferView
  | string;

/** How a result file is read. */
export interface ReadOptions {
  /** What people know it by; where nothing is said the name of a `File`, or `results`. */
  name?: string;
  /** Where the file is a table or lines of somebody else's: the column or member that holds the id, nested ones with full stops between. With `output`. */
  id?: string;
  /** The one that holds what the model wrote. */
  output?: string;
  /** The model that answered, where the file names none. */
  model?: string;
}

/** Result files graded: of batches of OpenAI, Anthropic and Gemini, of Inspect, promptfoo and lm-evaluation-harness, JSONL, JSON and CSV, known by what is in them. */
export interface Batch {
  /**
   * Reads a file as the rows are asked for, and gives each response as it is graded. A second response of the same id, sample and model is counted as a duplicate and
   * not given. What cannot be read is told in `files`, and the rest is graded. Where the source itself fails, what came before is graded and given, and then its error is thrown.
   */
  grade(source: Source, options?: ReadOptions | null): AsyncGenerator<Row, void, undefined>;
  /** What came of all files so far, as they are read. */
  tally(): Tally;
  /** What was read of each file so far, and what could not be. */
  files(): FileReport[];
}

/** What came of a response, or why nobody can grade it: then `outcome` is null. */
export type Row = GradedResponse | UngradedResponse;

/** What came of a response of a result file. */
export interface GradedResponse extends Omit<GradedRecord, "outcome" | "mode" | "link"> {
  /** The model, by the file's own name. */
  model?: string;
  /** What came of it, each kind apart from wrong: `errored` where there is no reply. */
  outcome: Outcome;
  /** The failure mode to name; null where there is no reply. */
  mode: Mode | null;
  /** The link that opens the item in the page; null for a procedure of one's own. */
  link: string | null;
}

/** A response that nobody can grade. */
export interface UngradedResponse {
  id: string;
  outcome: null;
  /** The reason, such as an id that is none of Stepfall's. */
  why: string;
}

/** What came of a response: an answer that is scored, or the reason why there is none. */
export type Outcome =
  | "correct"
  | "wrong"
  | "unclear"
  | "unparsed"
  | "truncated"
  | "refused"
  | "errored";

/** How many responses came to what. */
export interface Counts {
  correct: number;
  /** Those that are correct or wrong. */
  scored: number;
  /** With those that are unclear, unparsed, truncated, refused or errored. */
  all: number;
  /** `correct` of `scored`; null where nothing is scored. */
  accuracy: Accuracy | null;
  outcomes: Record<Outcome, number>;
}

/** A share from 0 to 1 with its 95 % interval (Wilson's). */
export interface Accuracy {
  share: number;
  low: number;
  high: number;
}

/** What came of all responses: the numbers of `stepfall batch grade`. */
export interface Tally extends Counts {
  /** How many there were, duplicates and those that are not graded among them. */
  responses: number;
  /** `correct` of `all`: whatever is not scored counts as wrong. */
  accuracyOfAll: Accuracy | null;
  /** How many replies have which failure mode, the most frequent first. */
  modes: Partial<Record<Mode, number>>;
  /** The same by what responses have in common, in the order of model, condition, look-back and steps; at most 20,000. */
  cells: Cell[];
  /** Responses of which there was one before with the same id, sample and model. They are not counted otherwise. */
  duplicates: number;
  /** The ids of the first 100 of them. */
  duplicateIds: string[];
  /** Responses that nobody can grade, such as those with ids of others. */
  ungraded: number;
  /** The first 100 of them, with why. */
  ungradedIds: { id: string; why: string }[];
}

/** Responses that have these in common. */
export interface Cell extends Counts {
  /** The model, by the file's own name; empty where it has none. */
  model: string;
  condition: Condition;
  /** How far the look-back reaches. */
  lookback: number;
  steps: number;
}

/** What was read of a file. */
export interface FileReport {
  name: string;
  /** Whether it was read to its end. */
  complete: boolean;
  /** What it is, in words; null where nothing in it was recognised, and before its end. */
  kind: string | null;
  /** How many lines, rows, elements of a list or members of an archive there were. This and what follows but `graded` is known at the end. */
  lines: number;
  /** How many responses were in it. */
  responses: number;
  /** How many of them were graded; duplicates are not. */
  graded: number;
  /** What could not be read, each a sentence that says where and what to do; the first 20, and what is to be said of the whole. */
  troubles: string[];
  /** How many more there were. */
  troublesLeftOut: number;
  /** The columns to choose from for `id` and `output`, where nobody can tell them by their names. */
  columns: string[];
  /** How many records of procedures of one's own it has; what answers them is graded from then on. */
  procedures: number;
}

/** What to hand on. */
export interface Shared {
  /** What happened in a few lines, with the steps around the first fault. */
  markdown: string;
  /** An SVG document of 1200 by 675, for a slide. */
  picture: string;
  /** The dark squares as the path of an SVG, each one unit wide, and the width in units; null where the address is too long for a camera. */
  code: { path: string; size: number } | null;
}

/** What is known of a transcript that is handed on. */
export interface LinkOptions extends GradeOptions {
  /** Whether a simulated solver wrote the transcript. */
  simulated?: boolean;
}

/** What is known of a transcript. */
export interface GradeOptions {
  /** Why the model stopped: `length` where the provider says that the output was cut. */
  stop?: "unknown" | "length";
}

/** What is known of a transcript that is graded by its id. */
export interface GradeIdOptions {
  /** Why the model stopped: `length` where the provider says that the output was cut, `refusal` where it says that the model or a filter refused. */
  stop?: "unknown" | "length" | "refusal";
  /** Whether the transcript may begin with what the model thought, as promptfoo writes it (`Thinking: …`): that is then taken for reasoning, and what follows for the answer. */
  showsThinking?: boolean;
}

/** What came of a response in a batch. */
export interface GradedRecord {
  /** Everything that is needed to make the item anew, in at most 64 characters. */
  id: string;
  /** Which of several samples of the item it is, from 0. */
  sample: number;
  condition: string;
  steps: number;
  /** How far back a step may reach. */
  lookback: number;
  /** What came of it, each kind apart from wrong: `unparsed` where no answer was found. */
  outcome: "correct" | "wrong" | "unparsed" | "unclear" | "truncated" | "refused";
  /** The failure mode to name. */
  mode: Mode;
  /** What happened, in one sentence. */
  headline: string;
  /** The answer that was read first; null where there is none. */
  answer: string | null;
  /** The right one. */
  target: string;
  /** The link that opens the item in the page. */
  link: string;
  /** The version of the grader. */
  grader: number;
}

/** How to simulate. */
export interface SimulateOptions {
  /** What it does wrong; `mixed` where nothing is said. */
  executor?: Executor;
  /** How it writes, where the condition is no dialogue; `trace` where nothing is said. */
  form?: Form;
  /** How often a step fails, in ten-thousandths, where the solver can fail more than once; 0, the default, is once. */
  rate?: number;
  /** Other deeds for another run: a whole number below 2^32, 0 where nothing is said. */
  run?: number;
}

/** What a simulated solver does wrong; `stepfall simulate --help` says what each does. Not every solver can fail at every item in every form. */
export type Executor =
  | "followed"
  | "unannounced"
  | "wrong-operand"
  | "foreign-operand"
  | "swapped"
  | "wrong-operation"
  | "slip-sign"
  | "slip-off-by-one"
  | "slip-digit"
  | "slip-carry"
  | "slip-magnitude"
  | "slip-other"
  | "rounded"
  | "unexplained"
  | "recovered"
  | "cancellation"
  | "skipped"
  | "folded"
  | "revised"
  | "repeated"
  | "out-of-order"
  | "stopped"
  | "missing-answer"
  | "premature-answer"
  | "self-corrected"
  | "talked-out"
  | "extra-steps"
  | "truncated"
  | "refused"
  | "answer-of-another-step"
  | "answer-miscopied"
  | "answer-unexplained"
  | "lost-format"
  | "right-work-not-shown"
  | "wrong-work-not-shown"
  | "right-answer-wrong-procedure"
  | "wrong-item"
  | "mixed";

/** How a simulated solver writes. The last four forms show values only. */
export type Form =
  | "trace"
  | "bullets"
  | "prose"
  | "table"
  | "latex"
  | "pasted"
  | "code"
  | "headings"
  | "unicode"
  | "json"
  | "value-lines"
  | "value-list"
  | "value-table"
  | "sentence";

/** What a simulated solver did. */
export interface Simulation {
  /** What it wrote; a whole dialogue where the condition is one. */
  transcript: string;
  /** The failure mode that a careful reader names; of a dialogue, the one that the grader names. */
  mode: Mode;
}

/** Of all single faults that an item allows (another operand within reach, swapped operands, another operation), how many show, in thousandths. */
export interface Shares {
  /** Those that change the value of their step. */
  at_step: number;
  /** Those that change the answer when everything after the fault is carried out faithfully. */
  in_answer: number;
}

/**
 * How the model is asked. Those that ask once, with the reply as the transcript: the answer alone, one line a step, any way, JSON, as many steps none of which
 * uses another, look-ups in tables instead of arithmetic, lines in random order, a neutral text before the procedure as long as one of so many steps, a stated rule that changes some steps, signs that mean other operations. The others are dialogues, or have the reply carried out: each step alone and asked anew, lines that say what steps join, one step or some steps a
 * turn, the same checked, a calculator as a tool or in text, a program that is run, what steps join asked anew, a second look, and steps that stand there
 * already with so many slips.
 */
export type Condition =
  | "answer-only"
  | "trace"
  | "free"
  | "structured"
  | "isolated"
  | "unchained"
  | "copy"
  | "shuffled"
  | `filler.${number}`
  | "exception"
  | "remapped"
  | "symbolic"
  | "stepwise"
  | `checkpoints.${number}`
  | `verified.${number}`
  | "calculator"
  | "calculator-text"
  | "transcribe"
  | "explain"
  | "review"
  | `primed.${number}.${number}`;

/** An item; `stepfall/schemas/item.schema.json` describes it. */
export interface Item {
  /** The link as this version writes it, from `#` on, without a transcript. */
  link: string;
  /** What was not understood in the link or does not work, each a sentence. */
  notices: string[];
  /** What the link carries of a transcript. */
  transcript: string;
  /** Whether the link says that a simulated solver wrote it. */
  simulated: boolean;
  /** Why the link says that its model stopped. */
  stop: "unknown" | "length";
  /** The version of the generator. */
  generator: number;
  /** The spec as parameters of a link. */
  spec: Record<string, string>;
  /** Absent, with the index, from a procedure of one's own. */
  seed?: number;
  index?: number;
  condition: Condition;
  /** Those of the procedure; a prompt of `unchained` has none, and one of `copy` has the second alone, with the value of `look_ups.start`. */
  inputs: [Value, Value];
  /** What is looked up, under the condition `copy`. */
  look_ups?: LookUps;
  /** The number above which an operand exchanges + and -, under the condition `exception`. */
  above?: string;
  /** The operation that each printed sign means, under the condition `remapped`. */
  signs?: Partial<Record<Sign, Sign>>;
  steps: Step[];
  /** The right answer, as it is to be written. */
  answer: string;
  prompt: string;
  /** What stands there before the first reply, under `primed`: as if the model had written it, and what it is asked then. */
  opening?: { given: string; asked: string };
  /** How many steps the answer depends on. */
  live_depth: number;
  /** Of all single faults, those that change the value of their step. */
  shows_at_step: Share;
  /** Of all single faults, those that change the answer when everything after the fault is carried out faithfully. */
  shows_in_answer: Share;
  /** How often each operation occurs. */
  mix: Record<Operation, number>;
  /** How often each distance occurs among the references; the first is distance 1. */
  distances: number[];
}

/** An input. */
export interface Value {
  name: string;
  /** An integer, a decimal, or a fraction in lowest terms. */
  value: string;
}

/** The sign of an operation. */
export type Sign = "+" | "-" | "*" | "/";

/** Tables, and with which value a chain of look-ups begins. */
export interface LookUps {
  /** The value of the one input that the prompt has. */
  start: string;
  /** By the name of a table, what it gives for each code. */
  tables: Record<string, Record<string, string>>;
}

/** A step of the procedure, `name = left op right`, and its value under the condition. */
export interface Step extends Value {
  op: Sign;
  /** A name or a constant. */
  left: string;
  right: string;
  /** The two operands of its own, under the condition `unchained`. */
  operands?: [string, string];
  /** The table in which the value before it is looked up, under the condition `copy`. */
  table?: string;
  /** The sign that the prompt has for `op`, under the conditions `exception` and `remapped`. */
  printed?: Sign;
}

/** How many of an item's single faults show. */
export interface Share {
  /** How many show. */
  shown: number;
  /** How many there are. */
  of: number;
  /** `shown / of`, rounded to four places. */
  share: number;
}

/** Addition, subtraction, multiplication, division. */
export type Operation = "add" | "sub" | "mul" | "div";

/** A way to fail, or to succeed. Several can hold at once. */
export type Mode =
  /** The text plainly belongs to another procedure: both inputs differ, or most written steps do. Stands alone. */
  | "wrong-item"
  /** The model declines and gives no answer. */
  | "refused"
  /** The text breaks off inside a step, a sentence or a JSON object, or inside unclosed reasoning, with no answer; or the provider said that the output was cut. */
  | "truncated"
  /** No answer of any kind. */
  | "missing-answer"
  /** An announced, boxed or tagged answer stands before the first claim of a later step, in a text that claims steps. */
  | "premature-answer"
  /** The first answer is wrong, a later one right. */
  | "self-corrected"
  /** The first answer is right, the last wrong. */
  | "talked-out"
  /** A step is claimed, the last claimed is before the last of the procedure, and the answer does not continue rightly from there. */
  | "under-executed"
  /** Steps beyond the procedure are claimed. */
  | "extra-steps"
  /** The first answer is right, and a root fault stands in the steps. */
  | "right-answer-wrong-procedure"
  /** The first answer is right, and the work, which names no step, reaches it by another way than the procedure in equations that are true: no failure. */
  | "another-order"
  /** A root fault `wrong-operand`. */
  | "lost-operand"
  /** A root fault `wrong-operation`, `wrong-table` or `swapped`. */
  | "lost-operation"
  /** A step was skipped, claimed before one of its operands or done again with nothing corrected; or the first answer reports another step's value. */
  | "lost-place"
  /** A root fault `slip` or `false-equation`, or an answer that miscopies the transcript's own last value. */
  | "slipped"
  /** Every root fault is `rounded`. */
  | "lost-precision"
  /** The first answer is not right, and only its form is why: an ambiguous number one reading of which is right, the exact value where a rounded one is asked, or the right value rounded to other places. */
  | "lost-format"
  /** The first answer is wrong, and no step is claimed. */
  | "wrong-work-not-shown"
  /** Some steps are claimed, some not shown and none skipped: a shortcut, no failure by itself. */
  | "folded"
  /** What is written could not be assigned to steps with certainty, so no fault is named. */
  | "unclear"
  /** A root fault, or an answer, that nothing known explains. */
  | "unexplained"
  /** The first answer is right, and nothing is wrong in what is shown. */
  | "followed";

/** How a step stands against the truth, and against the transcript's own earlier values. */
export type Status =
  /** Right in truth, and right given the transcript's own earlier values. */
  | "right"
  /** Wrong in truth, right given the transcript's own earlier values. */
  | "inherited"
  /** Right in truth, though wrong given the transcript's own earlier values. */
  | "recovered"
  /** Root fault: another value stands for an operand. */
  | "wrong-operand"
  /** Root fault: the operands of a subtraction or a division are swapped. */
  | "swapped"
  /** Root fault: another operation. */
  | "wrong-operation"
  /** Root fault: looked up in another table. */
  | "wrong-table"
  /** Root fault: operands and operation are right, the result is not. */
  | "slip"
  /** Root fault: only rounding parts the claimed value from the right one. */
  | "rounded"
  /** Root fault: nothing known explains the value. */
  | "unexplained"
  /** No claim, and nothing shows that the step was left out. */
  | "not-shown"
  /** No claim, and a later claim shows that the step was left out. */
  | "skipped"
  /** No claim, no later step claimed, and no right continuation to the answer. */
  | "not-reached"
  /** What is written could not be assigned to the step with certainty, so nothing is said of it. */
  | "unclear"
  /** Stood there before the work began, as under `primed`: it counts for nobody, and the others follow from it. */
  | "given";

/** How sure it is which value belongs to which step, and so which fault is the first. */
export type Certainty =
  /** Names or plain statements say which value belongs to which step. */
  | "sure"
  /** The reading makes more sense than any other that was found. */
  | "likely"
  /** No reading makes enough sense, or two make about as much: no fault is named. */
  | "unclear";

/** Why it is not sure which value belongs to which step. */
export interface Doubt {
  /** Values were assigned to steps by what fits; another reading fits about as well; or much of what is written belongs to no step in any reading. */
  reason: "fitted" | "rivals" | "unexplained";
  /** The same in one sentence for a person. */
  sentence: string;
  /** The name of the first value from which on nothing is said, where the certainty is `unclear`. */
  from?: string;
}

/** What explains a fault. */
export type Cause =
  /** Another value stands for an operand: that of `operand`, or one that belongs to no step. */
  | "wrong-operand"
  /** The operands of a subtraction or a division are swapped. */
  | "swapped"
  /** `operation` was carried out instead of the right one. */
  | "wrong-operation"
  /** The value was looked up in `table` instead of the one that the step names. */
  | "wrong-table"
  /** Operands and operation are right, the arithmetic is not; `slip` says how. */
  | "slip"
  /** An equation that belongs to no step is false by itself, in work that goes another way than the procedure; `slip` says how. */
  | "false-equation"
  /** Rounded where it must not be, not rounded where it must, to other places or in the wrong direction. */
  | "rounded"
  /** Nothing known explains the value. */
  | "unexplained"
  /** The step was left out. */
  | "skipped"
  /** The transcript stops before the step. */
  | "stopped"
  /** The step is not part of the procedure. */
  | "invented"
  /** The answer was given before the work. */
  | "early"
  /** The answer is the value of another step, `operand`. */
  | "reports"
  /** The answer has the right value in a form that was not asked for, or that can be read in two ways. */
  | "form";

/** A verdict; `stepfall/schemas/verdict.schema.json` describes it, but that positions are counted as JavaScript counts them. */
export interface Verdict extends Voice {
  /** The version of the grader. */
  grader: number;
  /** What happened, in one sentence. */
  headline: string;
  /** The failure mode to name. */
  primary: Mode;
  /** All failure modes that hold. */
  modes: Mode[];
  /** Measures of the visible text. */
  metrics: Metrics;
  /** The parts that hold one sample each, where the transcript seems to hold several. */
  samples: Span[];
  /** The reasoning, where there is any, judged as if it were all that was written. It counts for nothing above. */
  reasoning: Reasoning | null;
  /** What there is to know of the dialogue, where the condition is one. All positions are then those of its text. */
  dialogue?: Dialogue;
}

/** A dialogue. */
export interface Dialogue {
  /** The whole text with everything that was asked, given and carried out; left out where it is the transcript. */
  text?: string;
  /** Who said what, in order. */
  parts: Part[];
  /** What of the replies no longer counts, because it was asked for and given once more. */
  withdrawn: Span[];
  /** Whether the answer at the end is right. After a history with slips it is the one that follows from that history. */
  solved: boolean;
  /** Whether the first answer that was given is right: before a review, and before a turn with it was handed back. */
  first_right: boolean;
  /** Whether the last answer is right. */
  last_right: boolean;
  replies: number;
  /** What the condition itself asks about. */
  detail: Detail;
  /** Steps that both the reasoning and the visible text claim, and those of them with the same value. */
  agreement?: { both: number; same: number };
  /** The same in sentences. */
  facts: string[];
  /** How it ended; null where it is not over. */
  end: Told | null;
  /** What happened on the way besides what was asked for. */
  notes: Told[];
  /** What is to be asked next; null once it is over, and where that is a tool's result. */
  next: string | null;
}

/** A part of a dialogue: what the model wrote, what it was asked, what stood there as if it had written it, or what came of carrying its program or its calls out. */
export interface Part extends Span {
  voice: "answered" | "asked" | "given" | "carried-out";
}

/** Something that has a name, and a sentence about it. */
export interface Told {
  slug: string;
  sentence: string;
}

/** What a condition itself asks about; `stepfall/schemas/verdict.schema.json` says what is counted. */
export type Detail =
  | { kind: "plain" }
  | { kind: "isolated"; right: number; asked: number }
  | { kind: "turns"; right: number; turns: number; hand_backs: number; mended: number }
  | { kind: "calls"; calls: number; failed: number; wrong_operands: number; wrong_operations: number }
  | { kind: "program"; steps: number; faithful: number; of: number }
  | { kind: "knowing"; both: number; known: number; done: number; neither: number }
  | { kind: "review"; before: boolean; after: boolean }
  | { kind: "primed"; claimed: number; right: number; mended: boolean };

/** The verdict on the reasoning of a transcript. */
export interface Reasoning extends Voice {
  /** Where it stands, its marks such as `<think>` included. */
  spans: Span[];
  /** What happened in it, in one sentence. */
  headline: string;
  /** The failure mode to name. */
  primary: Mode;
  /** All failure modes that hold. */
  modes: Mode[];
}

/** What was read in the visible text, or in the reasoning. */
export interface Voice {
  /** The right answer, and of those in the transcript the earliest, the latest, and the earliest that is right; null where there is none. */
  answers: { expected: string; first: Answer | null; last: Answer | null; any: Answer | null };
  /** All steps of the procedure, in order. */
  steps: StepVerdict[];
  /** Faults that do not follow from an earlier one. */
  root_faults: RootFault[];
  /** How many steps beyond the procedure are claimed. */
  extra_steps: number;
  /** How sure it is which value belongs to which step. */
  certainty: Certainty;
  /** Why that is not sure; left out where it is. */
  doubt?: Doubt;
}

/** A stretch of the transcript, in indices of the JavaScript string. */
export interface Span {
  /** The index of its first character. */
  start: number;
  /** The index after the last. */
  end: number;
}

/** An answer that was read. */
export interface Answer extends Span {
  value: string;
  /** Why the number counts: in a tag, in a box, announced in words, alone on a line, or as the value of the last step. */
  kind: "tagged" | "boxed" | "announced" | "alone" | "last-step";
  /** Whether the number can be read in two ways; then `readings` holds both. */
  ambiguous: boolean;
  readings?: string[];
  /** Whether it equals the exact value, however it is spelt; where no step uses another (isolated, unchained), whether every step is right. An ambiguous answer never does. */
  correct: boolean;
  /** Within 0.001 × max(1, |truth|). */
  within_tolerance: boolean;
}

/** How a step stands. */
export interface StepVerdict {
  /** The value that the step defines. */
  name: string;
  status: Status;
  /** The claim that counts, the last before the value is used; null without one. */
  claimed: string | null;
  /** The true value. */
  expected: string;
  /** What follows from the transcript's own earlier values; null where these are not known. */
  followed: string | null;
  /** Where the claim begins; null without one. */
  start: number | null;
  /** Where the claim ends; null without one. */
  end: number | null;
  /** Why the value is wrong, the likelier first; of a root fault only. */
  hypotheses: Hypothesis[];
  /** Right although an earlier value that it depends on is wrong. */
  by_cancellation?: true;
  /** Given again with the same value. */
  repeated?: true;
  /** Given earlier or later with another value. */
  revised?: true;
  /** Given before one of its operands. */
  out_of_order?: true;
}

/** An explanation of a fault. */
export interface Hypothesis {
  cause: Cause;
  /** The value that stands for an operand, or that the answer reports. */
  operand?: string;
  /** The operand, a name or a constant, that the wrong one stands for; left out where that may be either of two. */
  instead_of?: string;
  /** The operation that was carried out instead of the right one. */
  operation?: Operation;
  /** The table that was looked up in instead of the one that the step names. */
  table?: string;
  /**
   * The kind of slip: negated, a power of ten off, one unit in the last place off, a larger power of ten too much or too little, exactly one digit
   * wrong, two neighbouring digits transposed, or anything else.
   */
  slip?: "sign" | "magnitude" | "off-by-one" | "carry" | "digit" | "transposed" | "other";
}

/** A fault that does not follow from an earlier one, with its likeliest explanation. */
export interface RootFault extends Hypothesis {
  /** The name of the value, or `answer`. */
  name: string;
  /** All explanations that fit, the likelier first. */
  hypotheses: Hypothesis[];
  /** Where it is in the transcript. */
  at: number;
  /** Whether the answer would be right had only this been right, where that is known. */
  repaired: boolean | null;
}

/** Counts from which rates follow, of the visible text. */
export interface Metrics {
  /** How many steps the procedure has. */
  steps: number;
  /** How many of them are claimed. */
  claimed: number;
  /** Claimed steps with those beyond the procedure, against the steps of the procedure (arXiv 2605.00817); null where no step is claimed. */
  executed: "exact" | "under" | "over" | null;
  /** How many steps are claimed before the first answer; null without an answer. */
  first_answer_after: number | null;
  /** How many claims agree with the truth from the first step on without a gap (ProcBench, arXiv 2410.03117). */
  prefix: number;
  /** What `prefix` is divided by: the longer of what is claimed and what was asked. */
  prefix_of: number;
  /** Whether all steps are claimed with their true values and none beyond (ProcBench). */
  sequence_match: boolean;
  /** Whether the last step is claimed with its true value and none beyond (ProcBench). */
  final_match: boolean;
  /** How many steps come before the first whose claim is wrong or missing (L0-Bench, arXiv 2503.22832). */
  before_first_error: number;
  /** How many claimed steps are right given the transcript's own earlier values (arXiv 2509.09677). */
  right_given_own: number;
  /** How many claimed steps are right in truth. */
  right_in_truth: number;
}
