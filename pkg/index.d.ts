/**
 * Arithmetic procedures from shareable seeds, and an exact grader. The grader reports where a
 * language model stopped following a procedure.
 *
 * A link of the page names an item. It is whole, from its `#`
 * (`#/play?v=2&steps=25&lookback=5&seed=42&condition=trace`), or consists of its parameters alone
 * (`v=2&steps=25`). Missing parameters have the defaults of the link's version `v`.
 *
 * All values are strings, so that nothing turns them into floats. All positions are indices of the
 * JavaScript string. Functions throw an `Error` whose message explains what to do.
 */

/**
 * Loads the module once, and returns its functions. `module` is for hosts that already have the
 * module's bytes, response or address. The first call decides which module is loaded, and later
 * calls return the same functions. If a call fails, the next call tries again.
 */
export function load(module?: BufferSource | WebAssembly.Module | Response | Promise<Response> | URL | string): Promise<Stepfall>;

/** The functions of the package. An option that is `null` counts as absent. */
export interface Stepfall {
  /**
   * Returns the item of a link, with its prompt. Invalid parts of the link are replaced by the
   * nearest valid ones and reported in `notices`.
   */
  item(link: string): Item;
  /**
   * Returns the link in the notation of this version, from `#`. It contains the transcript, if
   * there is one. Throws if the link becomes too long, or if a part of it is not understood. `item`
   * returns the replacement for such a link.
   */
  link(link: string, transcript?: string | null, options?: LinkOptions | null): string;
  /**
   * Returns the verdict on a transcript in forms for sharing: as Markdown, as a picture, and
   * `address` as a QR code. An empty transcript counts as absent.
   */
  share(link: string, transcript: string, address: string, options?: LinkOptions | null): Shared;
  /**
   * Returns the shares of an item's single errors that are visible, in thousandths. They measure
   * how well the item reveals errors.
   */
  shares(link: string): Shares;
  /**
   * Grades a transcript of an item step by step. `item` is a link, or the item's record as JSON
   * text, of any version of the generator. If the condition is a dialogue, the transcript is the
   * first reply or the dialogue so far. A dialogue consists of parts under the lines
   * `=== asked ===` and `=== answered ===`. Only the answered parts are needed.
   */
  grade(item: string, transcript: string, options?: GradeOptions | null): Verdict;
  /**
   * Grades a transcript by its batch id (`sf1-…`), and returns the flat row of a batch. Throws if
   * the id is not one of Stepfall, or names a custom procedure, or if its condition is a dialogue.
   */
  gradeId(id: string, transcript: string, options?: GradeIdOptions | null): GradedRecord;
  /**
   * Returns the transcript of a simulated solver. A solver is a program that fails in a known way,
   * and not a model.
   */
  simulate(link: string, options?: SimulateOptions | null): Simulation;
  /** Returns the named suites with their default settings. */
  suites(): Suite[];
  /**
   * Generates the questions of a suite, or of custom steps, conditions and procedures (`"own"`), on
   * demand. Throws at once if the questions are unsupported. Examples are a condition that is a
   * dialogue, a setting that the suite fixes, no question, and more than 2,000,000 questions.
   */
  questions(suite: SuiteName, settings?: Settings | null): Generator<Question, void, undefined>;
  /**
   * Generates the same questions as files for a batch service or an evaluation tool. Pieces have
   * about 256 KiB. The pieces of a file, joined in order, are its text. A file that exceeds the
   * limits of its service is split, and the later parts have a number in their names. Tools get
   * their task or configuration as further files at the end.
   */
  exportFiles(suite: SuiteName, target: Target, settings?: ExportSettings | null): Generator<FilePiece, void, undefined>;
  /**
   * Returns a grader for result files, which grades responses by their ids and tallies all of them.
   */
  batch(options?: BatchOptions | null): Batch;
}

/** The name of a suite; `own` is a custom selection. */
export type SuiteName =
  | "quick"
  | "ladder"
  | "look-back"
  | "what-is-lost"
  | "what-helps"
  | "paper55"
  | "own";

/** A named suite. A version of a suite never changes. */
export interface Suite {
  name: Exclude<SuiteName, "own">;
  version: number;
  /** The property that the suite isolates, in a sentence or two. */
  isolates: string;
  /** The number of specs. */
  specs: number;
  /** The number of items of each spec. */
  items: number;
  /** The number of questions, which is `specs` times `items`. */
  questions: number;
  /** The default condition; null if the suite fixes its conditions. */
  condition: Condition | null;
  /** The settings that the suite fixes and does not accept. */
  fixed: (keyof SpecSettings)[];
  /**
   * The least and the most tokens of all requests and of all replies. Replies are counted without
   * reasoning that was not requested.
   */
  tokens: { input: [number, number]; output: [number, number] };
}

/**
 * The parameters of a spec, as in links and on the command line. Missing parameters have their
 * defaults. A boolean means 1 or 0.
 */
export interface SpecSettings {
  /** The number of steps, from 1 to 500; a list for `own`. */
  steps?: Word | readonly Word[];
  /** The look-back of the second operand: 5 (at most) or `exactly-5`. */
  lookback?: Word;
  /** Operations, with optional weights: `add:2,sub`. */
  ops?: Word;
  /** The arithmetic: `integer`, `mod97`, `decimal2`, `rational`, `paper` or `paper-integers`. */
  numbers?: Word;
  /** The largest absolute value. */
  bound?: Word;
  /** The range of the inputs: `2..20`, or `signed-2..20` for both signs. */
  inputs?: Word;
  /** The range of the constants: `2..9`. */
  constants?: Word;
  /** The percentage of steps on which the answer does not depend. */
  dead?: Word;
  /** The notation: `assignments`, `english`, `python` or `json`. */
  wording?: Word;
  /** The names of the steps: `numbered` or `scattered`. */
  names?: Word;
  /** The order of the lines: `ordered` or `shuffled`. */
  lines?: Word;
  /** True if shorter procedures are the beginnings of longer ones of the same seed. */
  nested?: Word;
}

/** A value of a parameter. */
export type Word = string | number | boolean;

/** A selection of questions of a suite. */
export interface Settings extends SpecSettings {
  /**
   * The number of items of each spec, with indexes from 0. The default is that of the suite, or 20
   * for `own`.
   */
  items?: number;
  /** The number of samples of each item; the default is 1. */
  samples?: number;
  /** The seed of all items, a whole number below 2^53; the default is 0. */
  seed?: number;
  /** The condition; a list for `own`. Dialogues are not accepted. */
  condition?: Condition | readonly Condition[];
  /**
   * Custom procedures for `own`, each as a link or as the record of an item. Grading their ids
   * requires the records: `BatchOptions.records`.
   */
  procedures?: readonly (string | object)[];
}

/** A question. */
export interface Question {
  /** The id, from which the item can be made again (`sf1-…`). It has at most 64 characters. */
  id: string;
  /** The suite with its version. */
  suite: string;
  /**
   * The part of the suite to which the question belongs. It is the same for all numbers of steps.
   */
  dataset: string;
  condition: Condition;
  steps: number;
  /** The look-back in the notation of a spec. */
  lookback: string;
  /** The link that opens the item in the page; empty for a custom procedure. */
  link: string;
  /** The prompt as one text. */
  prompt: string;
  /** The prompt as turns, if it has several. */
  messages?: { role: "user" | "assistant"; content: string }[];
  /** The correct answer in the requested form. */
  target: string;
}

/** The service or tool that reads a file of questions. */
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

/** A selection of questions of a suite, and the parameters of the requests. */
export interface ExportSettings extends Settings {
  /**
   * The model, by the service's name. `openai`, `openai-responses` and `anthropic` require it. The
   * files of other targets contain no model.
   */
  model?: string;
  /**
   * The most tokens of a reply. `maxOutput`, `temperature` and `effort` apply to `openai`,
   * `openai-responses`, `anthropic` and `gemini`. For other targets they are an error.
   */
  maxOutput?: number;
  /** The temperature, from 0 to 2. */
  temperature?: number;
  /** The amount of reasoning. */
  effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
}

/** A piece of a file. */
export interface FilePiece {
  /** The name of the file. */
  name: string;
  text: string;
}

/** The options of a batch. */
export interface BatchOptions {
  /** Custom procedures whose ids are to be graded, each as a link or as the record of an item. */
  records?: readonly (string | object)[];
}

/**
 * The content of a result file: a chosen or dropped file, a fetched response, a stream of Node,
 * bytes, or text.
 */
export type Source =
  | Blob
  | Response
  | ReadableStream<Uint8Array | string>
  | AsyncIterable<Uint8Array | string>
  | Iterable<Uint8Array | string>
  | ArrayBuffer
  | ArrayBufferView
  | string;

/** The options for reading a result file. */
export interface ReadOptions {
  /** The display name. The default is the name of a `File`, or `results`. */
  name?: string;
  /**
   * The column or member that contains the id, in a file of unknown format. The names of nested
   * members are joined by full stops. Requires `output`.
   */
  id?: string;
  /** The column or member that contains the model's output. */
  output?: string;
  /** The model that answered, for files that do not name one. */
  model?: string;
}

/**
 * A grader for result files: batches of OpenAI, Anthropic and Gemini, Inspect, promptfoo,
 * lm-evaluation-harness, JSONL, JSON and CSV. Their content identifies the format.
 */
export interface Batch {
  /**
   * Grades the responses of a file while it is read, and generates their rows. A second response
   * with the same id, sample and model is counted as a duplicate and has no row. Unreadable parts
   * are reported in `files`, and the rest is graded. If the source fails, the earlier responses are
   * graded, and then its error is thrown.
   */
  grade(source: Source, options?: ReadOptions | null): AsyncGenerator<Row, void, undefined>;
  /** Returns the tally of all responses so far. */
  tally(): Tally;
  /** Returns a report about each file so far, with its unreadable parts. */
  files(): FileReport[];
}

/**
 * The result of a response. If the response cannot be graded, `outcome` is null, and `why` contains
 * the reason.
 */
export type Row = GradedResponse | UngradedResponse;

/** The result of a graded response in a result file. */
export interface GradedResponse extends Omit<GradedRecord, "outcome" | "mode" | "link"> {
  /** The model, by its name in the file. */
  model?: string;
  /** The outcome; `errored` if there is no reply. Only an incorrect answer is `wrong`. */
  outcome: Outcome;
  /** The main failure mode; null if there is no reply. */
  mode: Mode | null;
  /** The link that opens the item in the page; null for a custom procedure. */
  link: string | null;
}

/** A response that cannot be graded. */
export interface UngradedResponse {
  id: string;
  outcome: null;
  /** The reason, such as an id that is not one of Stepfall. */
  why: string;
}

/**
 * The outcome of a response: correct or wrong if the answer is scored, else the reason why it is
 * not.
 */
export type Outcome =
  | "correct"
  | "wrong"
  | "unclear"
  | "unparsed"
  | "truncated"
  | "refused"
  | "errored";

/** The numbers of responses by outcome. */
export interface Counts {
  correct: number;
  /** The number of responses that are correct or wrong. */
  scored: number;
  /**
   * The number of all graded responses: those that are scored, unclear, unparsed, truncated,
   * refused or errored.
   */
  all: number;
  /** `correct` divided by `scored`; null if `scored` is 0. */
  accuracy: Accuracy | null;
  outcomes: Record<Outcome, number>;
}

/** A share from 0 to 1 with its 95 % interval (Wilson). */
export interface Accuracy {
  share: number;
  low: number;
  high: number;
}

/** The tally of all responses, with the numbers of `stepfall batch grade`. */
export interface Tally extends Counts {
  /** The number of all responses, with duplicates and responses that are not graded. */
  responses: number;
  /** `correct` divided by `all`: responses that are not scored count as incorrect. */
  accuracyOfAll: Accuracy | null;
  /** The number of replies with each failure mode, the most frequent first. */
  modes: Partial<Record<Mode, number>>;
  /**
   * The same counts by model, condition, look-back and steps, in this order; at most 20,000 cells.
   */
  cells: Cell[];
  /**
   * The number of responses that repeat the id, sample and model of an earlier one. No other count
   * contains them.
   */
  duplicates: number;
  /** The ids of the first 100 duplicates. */
  duplicateIds: string[];
  /** The number of responses that cannot be graded, for example because of a foreign id. */
  ungraded: number;
  /** The first 100 of these responses, with the reasons. */
  ungradedIds: { id: string; why: string }[];
}

/** The responses with the same model, condition, look-back and steps. */
export interface Cell extends Counts {
  /** The model, by its name in the file; empty if the file has none. */
  model: string;
  condition: Condition;
  /** The largest look-back. */
  lookback: number;
  steps: number;
}

/** A report about a file. */
export interface FileReport {
  name: string;
  /** True if the file was read to its end. */
  complete: boolean;
  /** The format in words; null before the end, and if nothing in the file was recognised. */
  kind: string | null;
  /**
   * The number of lines, rows, elements of a list or members of an archive. This field and all
   * following ones except `graded` are set at the end.
   */
  lines: number;
  /** The number of responses in the file. */
  responses: number;
  /** The number of graded responses, without duplicates. */
  graded: number;
  /**
   * Sentences about the unreadable parts, each with the position and what to do. There are at most
   * 20, and further sentences about the whole file.
   */
  troubles: string[];
  /** The number of unreadable parts that have no sentence in `troubles`. */
  troublesLeftOut: number;
  /** The columns to choose from for `id` and `output`, if no column is recognised as one of them. */
  columns: string[];
  /** The number of records of custom procedures. Later responses with their ids are graded. */
  procedures: number;
}

/** The forms of a verdict for sharing. */
export interface Shared {
  /** A summary of a few lines, with the steps around the first error. */
  markdown: string;
  /** An SVG document of 1200 by 675, for a slide. */
  picture: string;
  /**
   * The dark squares of the QR code as an SVG path of squares one unit wide, and the width in
   * units. Null if the address is too long for a camera.
   */
  code: { path: string; size: number } | null;
}

/** Properties of a shared transcript. */
export interface LinkOptions extends GradeOptions {
  /** True if a simulated solver wrote the transcript. */
  simulated?: boolean;
}

/** Properties of a transcript. */
export interface GradeOptions {
  /** The reason why the model stopped: `length` if the provider reports that the output was cut. */
  stop?: "unknown" | "length";
}

/** Properties of a transcript that is graded by its id. */
export interface GradeIdOptions {
  /**
   * The reason why the model stopped. `length` means that the provider reports a cut output.
   * `refusal` means that the provider reports a refusal by the model or a filter.
   */
  stop?: "unknown" | "length" | "refusal";
  /**
   * True if the transcript may begin with reasoning in the notation of promptfoo (`Thinking: …`).
   * That part then counts as reasoning, and the rest as the reply.
   */
  showsThinking?: boolean;
}

/** The result of a response in a batch. */
export interface GradedRecord {
  /** The id, from which the item can be made again. It has at most 64 characters. */
  id: string;
  /** The number of the sample among those of the item, from 0. */
  sample: number;
  condition: string;
  steps: number;
  /** The largest look-back of the spec. */
  lookback: number;
  /** The outcome; `unparsed` if no answer was found. Only an incorrect answer is `wrong`. */
  outcome: "correct" | "wrong" | "unparsed" | "unclear" | "truncated" | "refused";
  /** The main failure mode. */
  mode: Mode;
  /** A summary in one sentence. */
  headline: string;
  /** The first answer; null if there is none. */
  answer: string | null;
  /** The correct answer. */
  target: string;
  /** The link that opens the item in the page. */
  link: string;
  /** The version of the grader. */
  grader: number;
}

/** The options of a simulation. */
export interface SimulateOptions {
  /** The solver, which determines the error; the default is `mixed`. */
  solver?: SolverName;
  /** An older name of `solver`. */
  executor?: SolverName;
  /** The form of the text, unless the condition is a dialogue; the default is `trace`. */
  form?: Form;
  /**
   * The probability that a step fails, in ten-thousandths, for solvers that can fail more than
   * once. 0, the default, means one failure.
   */
  rate?: number;
  /** The number of the run, below 2^32. Runs differ in their random choices. The default is 0. */
  run?: number;
}

/**
 * A simulated solver, by the way in which it fails; `stepfall simulate --help` describes each. Not
 * every solver can fail at every item in every form.
 */
export type SolverName =
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

/** An older name of `SolverName`. */
export type Executor = SolverName;

/** The form of a simulated solver's text. The last four forms contain values only. */
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

/** The result of a simulation. */
export interface Simulation {
  /** The reply, or the whole dialogue if the condition is one. */
  transcript: string;
  /**
   * The failure mode that a careful reader would name. For a dialogue, it is the mode that the
   * grader names; likewise under `answer-only` for a solver that can fail more than once.
   */
  mode: Mode;
}

/**
 * The visible shares of an item's single errors, in thousandths. The single errors are: another
 * operand within reach, swapped operands, and another operation.
 */
export interface Shares {
  /** The share of errors that change the value of their step. */
  at_step: number;
  /** The share of errors that change the answer if all later steps follow correctly. */
  in_answer: number;
}

/**
 * The way in which the model is asked.
 *
 * Conditions with one reply, which is the transcript:
 *
 * - `answer-only`: the answer alone
 * - `trace`: one line for each step
 * - `free`: any way of working
 * - `structured`: JSON
 * - `unchained`: as many steps, none of which uses another
 * - `copy`: look-ups in tables instead of arithmetic
 * - `shuffled`: lines in random order
 * - `filler.N`: a neutral text before the procedure, as long as a procedure of N steps
 * - `exception`: a stated rule that changes some steps
 * - `remapped`: signs that mean other operations
 *
 * Conditions that are dialogues, or whose reply is evaluated:
 *
 * - `isolated`: each step alone, with its true operands
 * - `symbolic`: lines with the operands and operations of the steps
 * - `stepwise`: one step in each turn
 * - `checkpoints.N`: N steps in each turn
 * - `verified.N`: N steps in each turn, which are checked
 * - `calculator`: a calculator as a tool
 * - `calculator-text`: a calculator in text
 * - `transcribe`: a program, which is run
 * - `explain`: a trace, and separate questions about the operands and operations of some steps
 * - `review`: a trace and a second look at it
 * - `primed.N.M`: the rest of the steps after N steps that are already written, M of them with errors
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
  /** The link in the notation of this version, from `#`, without a transcript. */
  link: string;
  /** Sentences about parts of the link that are not understood or have no effect. */
  notices: string[];
  /** The transcript in the link. */
  transcript: string;
  /** True if the link reports that a simulated solver wrote the transcript. */
  simulated: boolean;
  /** The reason why the model stopped, as reported by the link. */
  stop: "unknown" | "length";
  /** The version of the generator. */
  generator: number;
  /** The spec as parameters of a link. */
  spec: Record<string, string>;
  /** The seed. Seed and index are absent for a custom procedure. */
  seed?: number;
  index?: number;
  condition: Condition;
  /**
   * The inputs of the procedure. The prompt of `unchained` contains none. The prompt of `copy`
   * contains only the second, with the value of `look_ups.start`.
   */
  inputs: [Value, Value];
  /** The tables, under the condition `copy`. */
  look_ups?: LookUps;
  /** The number above which an operand exchanges + and -, under the condition `exception`. */
  above?: string;
  /** The meaning of each printed sign, under the condition `remapped`. */
  signs?: Partial<Record<Sign, Sign>>;
  steps: Step[];
  /** The correct answer in the requested form. */
  answer: string;
  prompt: string;
  /**
   * The part of the dialogue before the first reply, under `primed`: a text in the role of the
   * model, and the request after it.
   */
  opening?: { given: string; asked: string };
  /** The number of steps on which the answer depends. */
  live_depth: number;
  /** The share of single errors that change the value of their step. */
  shows_at_step: Share;
  /** The share of single errors that change the answer if all later steps follow correctly. */
  shows_in_answer: Share;
  /** The number of steps with each operation. */
  mix: Record<Operation, number>;
  /** The number of references at each distance, from distance 1. */
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

/** The tables, and the value at the beginning of the chain of look-ups. */
export interface LookUps {
  /** The value of the one input in the prompt. */
  start: string;
  /** For each table, the value of each code. */
  tables: Record<string, Record<string, string>>;
}

/** A step of the procedure, `name = left op right`, and its value under the condition. */
export interface Step extends Value {
  op: Sign;
  /** A name or a constant. */
  left: string;
  right: string;
  /** The two operands of an independent step, under the condition `unchained`. */
  operands?: [string, string];
  /** The table in which the preceding value is looked up, under the condition `copy`. */
  table?: string;
  /** The sign that the prompt prints for `op`, under the conditions `exception` and `remapped`. */
  printed?: Sign;
}

/** The visible share of an item's single errors. */
export interface Share {
  /** The number of visible errors. */
  shown: number;
  /** The number of all single errors. */
  of: number;
  /** `shown / of`, rounded to four places. */
  share: number;
}

/** Addition, subtraction, multiplication, division. */
export type Operation = "add" | "sub" | "mul" | "div";

/** A failure mode, or a mode of success. Several can hold at once. */
export type Mode =
  /**
   * The text clearly belongs to another procedure: both inputs differ, or most written steps do. No
   * other mode holds.
   */
  | "wrong-item"
  /** The model declines and gives no answer. */
  | "refused"
  /**
   * Without an answer, the text breaks off inside a step, a sentence, a JSON object or unclosed
   * reasoning. Or the provider reported that the output was cut.
   */
  | "truncated"
  /** There is no answer of any kind. */
  | "missing-answer"
  /**
   * The text claims steps, and an announced, boxed or tagged answer precedes the first claim of a
   * later step.
   */
  | "premature-answer"
  /** The first answer is incorrect, and a later answer is correct. */
  | "self-corrected"
  /** The first answer is correct, and the last is incorrect. */
  | "talked-out"
  /**
   * A step is claimed, but not the last one. The answer does not follow correctly from the last
   * claimed step.
   */
  | "under-executed"
  /** Steps beyond the procedure are claimed. */
  | "extra-steps"
  /** The first answer is correct, but the steps contain a root error. */
  | "right-answer-wrong-procedure"
  /**
   * The first answer is correct, and the work names no step. True equations lead to the answer in
   * another way than the procedure. This is not a failure.
   */
  | "another-order"
  /** A root error `wrong-operand`. */
  | "lost-operand"
  /** A root error `wrong-operation`, `wrong-table` or `swapped`. */
  | "lost-operation"
  /**
   * A step was skipped, claimed before one of its operands, or repeated without a correction. Or
   * the first answer is the value of another step.
   */
  | "lost-place"
  /**
   * A root error `slip` or `false-equation`, or an answer that miscopies the transcript's own last
   * value.
   */
  | "slipped"
  /** Every root error is `rounded`. */
  | "lost-precision"
  /**
   * The first answer is incorrect in its form alone. It is an ambiguous number with a correct
   * reading, the exact value instead of a rounded one, or the correct value rounded to other
   * places.
   */
  | "lost-format"
  /** The first answer is incorrect, and no step is claimed. */
  | "wrong-work-not-shown"
  /**
   * Some steps are claimed, some are not shown, and none is skipped. A shortcut is not a failure by
   * itself.
   */
  | "folded"
  /** The text could not be assigned to steps with certainty, so no error is named. */
  | "unclear"
  /** A root error or an answer without a known explanation. */
  | "unexplained"
  /** The first answer is correct, and the text shows no error. */
  | "followed";

/**
 * The status of a step, compared with the true values and with the transcript's own earlier values.
 */
export type Status =
  /** Correct, and follows from the transcript's own earlier values. */
  | "right"
  /** Incorrect, but follows from the transcript's own earlier values. */
  | "inherited"
  /** Correct, but does not follow from the transcript's own earlier values. */
  | "recovered"
  /** Root error: another value replaces an operand. */
  | "wrong-operand"
  /** Root error: the operands of a subtraction or a division are swapped. */
  | "swapped"
  /** Root error: another operation. */
  | "wrong-operation"
  /** Root error: a look-up in another table. */
  | "wrong-table"
  /** Root error: operands and operation are correct, and the result is not. */
  | "slip"
  /** Root error: the claimed value differs from the correct one by rounding only. */
  | "rounded"
  /** Root error: no known explanation of the value. */
  | "unexplained"
  /** No claim, and no sign that the step was left out. */
  | "not-shown"
  /** No claim, and a later claim shows that the step was left out. */
  | "skipped"
  /** No claim, no later claim, and no correct continuation to the answer. */
  | "not-reached"
  /** The text could not be assigned to the step with certainty, so there is no judgement. */
  | "unclear"
  /**
   * Given before the work began, as under `primed`. The step is not counted, and later steps follow
   * from it.
   */
  | "given";

/**
 * The certainty with which values are assigned to steps, and with it the choice of the first error.
 */
export type Certainty =
  /** Names or plain statements assign values to steps. */
  | "sure"
  /** The best reading explains the text better than any other that was found. */
  | "likely"
  /**
   * No reading explains the text well enough, or two explain it about equally well. No error is
   * named.
   */
  | "unclear";

/** The reason why the assignment of values to steps is uncertain. */
export interface Doubt {
  /**
   * `fitted`: values were assigned to the steps that they fit. `rivals`: another reading fits about
   * as well. `unexplained`: much of the text belongs to no step in any reading.
   */
  reason: "fitted" | "rivals" | "unexplained";
  /** The reason in one sentence. */
  sentence: string;
  /**
   * The name of the first value without a judgement, if the certainty is `unclear`. All later values
   * have no judgement either.
   */
  from?: string;
}

/** The explanation of an error. */
export type Cause =
  /** Another value replaces an operand: that of `operand`, or one that belongs to no step. */
  | "wrong-operand"
  /** The operands of a subtraction or a division are swapped. */
  | "swapped"
  /** `operation` was used instead of the correct one. */
  | "wrong-operation"
  /** The value was looked up in `table` instead of the step's own table. */
  | "wrong-table"
  /**
   * Operands and operation are correct, but the arithmetic is not. `slip` contains the kind of
   * error.
   */
  | "slip"
  /**
   * An equation that belongs to no step is false, in work that takes another way than the
   * procedure. `slip` contains the kind of error.
   */
  | "false-equation"
  /**
   * Rounded although the exact value is required, not rounded although that is required, rounded to
   * other places, or in the wrong direction.
   */
  | "rounded"
  /** No known explanation of the value. */
  | "unexplained"
  /** The step was left out. */
  | "skipped"
  /** The transcript stops before the step. */
  | "stopped"
  /** The step is not part of the procedure. */
  | "invented"
  /** The answer precedes the work. */
  | "early"
  /** The answer is the value of another step, `operand`. */
  | "reports"
  /** The answer is the correct value in a form that was not requested, or that has two readings. */
  | "form";

/**
 * A verdict; `stepfall/schemas/verdict.schema.json` describes it. Positions differ from the schema:
 * they are indices of the JavaScript string.
 */
export interface Verdict extends Voice {
  /** The version of the grader. */
  grader: number;
  /** A summary in one sentence. */
  headline: string;
  /** The main failure mode. */
  primary: Mode;
  /** All failure modes that hold. */
  modes: Mode[];
  /** Measures of the visible text. */
  metrics: Metrics;
  /** The parts with one sample each, if the transcript seems to contain several samples. */
  samples: Span[];
  /**
   * The reasoning, if there is any, judged as if it were the whole text. It has no effect on the
   * fields above.
   */
  reasoning: Reasoning | null;
  /**
   * Properties of the dialogue, if the condition is one. All positions then refer to the text of
   * the dialogue.
   */
  dialogue?: Dialogue;
}

/** A dialogue. */
export interface Dialogue {
  /**
   * The whole text with everything that was asked, given and evaluated. Absent if it equals the
   * transcript.
   */
  text?: string;
  /** The parts in order, each with its voice. */
  parts: Part[];
  /** The spans of replies that no longer count, because they were requested and given again. */
  withdrawn: Span[];
  /**
   * True if the final answer is correct. After a history with errors, the correct answer is the one
   * that follows from that history.
   */
  solved: boolean;
  /**
   * True if the first answer is correct: the answer before a review, or before its turn was handed
   * back for correction.
   */
  first_right: boolean;
  /** True if the last answer is correct. */
  last_right: boolean;
  replies: number;
  /** The counts that are specific to the condition. */
  detail: Detail;
  /**
   * The number of steps that both the reasoning and the visible text claim, and of those with equal
   * values.
   */
  agreement?: { both: number; same: number };
  /** The same information in sentences. */
  facts: string[];
  /** The way in which the dialogue ended; null before its end. */
  end: Told | null;
  /** Events that were not requested. */
  notes: Told[];
  /** The next request; null at the end, and if the next part is a tool's result. */
  next: string | null;
}

/**
 * A part of a dialogue. `answered`: the model's output. `asked`: a request. `given`: a text in the
 * role of the model. `carried-out`: the result of running the model's program or calls.
 */
export interface Part extends Span {
  voice: "answered" | "asked" | "given" | "carried-out";
}

/** A slug and a sentence about it. */
export interface Told {
  slug: string;
  sentence: string;
}

/**
 * The counts that are specific to a condition; `stepfall/schemas/verdict.schema.json` describes
 * them.
 */
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
  /** The spans of the reasoning, with its marks such as `<think>`. */
  spans: Span[];
  /** A summary in one sentence. */
  headline: string;
  /** The main failure mode. */
  primary: Mode;
  /** All failure modes that hold. */
  modes: Mode[];
}

/** The reading of the visible text, or of the reasoning. */
export interface Voice {
  /**
   * The correct answer, and three answers of the transcript: the first, the last, and the first
   * correct one (`any`). They are null if absent.
   */
  answers: { expected: string; first: Answer | null; last: Answer | null; any: Answer | null };
  /** All steps of the procedure, in order. */
  steps: StepVerdict[];
  /** Errors that do not follow from an earlier one. */
  root_faults: RootFault[];
  /** The number of claimed steps beyond the procedure. */
  extra_steps: number;
  /** The certainty with which values are assigned to steps. */
  certainty: Certainty;
  /** The reason for the uncertainty; absent if the assignment is sure. */
  doubt?: Doubt;
}

/** A span of the transcript, in indices of the JavaScript string. */
export interface Span {
  /** The index of the first character. */
  start: number;
  /** The index after the last character. */
  end: number;
}

/** An answer in the transcript. */
export interface Answer extends Span {
  value: string;
  /**
   * The reason why the number counts: in a tag, in a box, announced in words, alone on a line, or
   * as the value of the last step.
   */
  kind: "tagged" | "boxed" | "announced" | "alone" | "last-step";
  /** True if the number has two readings, which are then in `readings`. */
  ambiguous: boolean;
  readings?: string[];
  /**
   * True if the number equals the exact value in any notation. Under `isolated` and `unchained`:
   * true if every step is correct. An ambiguous answer is never correct.
   */
  correct: boolean;
  /** True if the error is at most 0.001 × max(1, |truth|). */
  within_tolerance: boolean;
}

/** The verdict on a step. */
export interface StepVerdict {
  /** The name of the value that the step defines. */
  name: string;
  status: Status;
  /**
   * The claim that counts, which is the last one before the value is used; null without a claim.
   */
  claimed: string | null;
  /** The true value. */
  expected: string;
  /**
   * The value that follows from the transcript's own earlier values; null if these are not known.
   */
  followed: string | null;
  /** The start of the claim; null without a claim. */
  start: number | null;
  /** The end of the claim; null without a claim. */
  end: number | null;
  /** Explanations of a root error, the likeliest first. */
  hypotheses: Hypothesis[];
  /** Correct although an earlier value that it depends on is incorrect. */
  by_cancellation?: true;
  /** Claimed again with the same value. */
  repeated?: true;
  /** Claimed earlier or later with another value. */
  revised?: true;
  /** Claimed before one of its operands. */
  out_of_order?: true;
}

/** An explanation of an error. */
export interface Hypothesis {
  cause: Cause;
  /** The value that replaces an operand, or that the answer reports. */
  operand?: string;
  /**
   * The name or constant that the incorrect operand replaces; absent if it may be either operand.
   */
  instead_of?: string;
  /** The operation that was used instead of the correct one. */
  operation?: Operation;
  /** The table that was used instead of the step's own table. */
  table?: string;
  /**
   * The kind of arithmetic error:
   *
   * - `sign`: negated
   * - `magnitude`: a power of ten too large or too small
   * - `off-by-one`: one unit in the last place too much or too little
   * - `carry`: a larger power of ten too much or too little
   * - `digit`: exactly one digit is incorrect
   * - `transposed`: two neighbouring digits are exchanged
   * - `other`: anything else
   */
  slip?: "sign" | "magnitude" | "off-by-one" | "carry" | "digit" | "transposed" | "other";
}

/** An error that does not follow from an earlier one, with its likeliest explanation. */
export interface RootFault extends Hypothesis {
  /**
   * The name of the value, `answer`, or `equation` if the error is in an equation that belongs to
   * no step.
   */
  name: string;
  /** All explanations that fit, the likeliest first. */
  hypotheses: Hypothesis[];
  /** The position in the transcript. */
  at: number;
  /**
   * True if correcting this error alone would make the answer correct; null if that is not known.
   */
  repaired: boolean | null;
}

/** Counts of the visible text, from which rates can be computed. */
export interface Metrics {
  /** The number of steps of the procedure. */
  steps: number;
  /** The number of claimed steps. */
  claimed: number;
  /**
   * The number of claimed steps, including those beyond the procedure, compared with the steps of
   * the procedure (arXiv 2605.00817). Null if no step is claimed.
   */
  executed: "exact" | "under" | "over" | null;
  /** The number of steps that are claimed before the first answer; null without an answer. */
  first_answer_after: number | null;
  /**
   * The number of claims that equal the true values, from the first step up to the first gap
   * (ProcBench, arXiv 2410.03117).
   */
  prefix: number;
  /**
   * The denominator of `prefix`: the number of claimed or of requested steps, whichever is larger.
   */
  prefix_of: number;
  /** True if all steps are claimed with their true values, and no others (ProcBench). */
  sequence_match: boolean;
  /** True if the last step is claimed with its true value, and no step beyond it (ProcBench). */
  final_match: boolean;
  /**
   * The number of steps before the first one whose claim is incorrect or missing (L0-Bench, arXiv
   * 2503.22832).
   */
  before_first_error: number;
  /**
   * The number of claimed steps that follow from the transcript's own earlier values (arXiv
   * 2509.09677).
   */
  right_given_own: number;
  /** The number of claimed steps that are correct. */
  right_in_truth: number;
}
