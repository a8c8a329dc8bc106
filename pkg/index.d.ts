/**
 * Arithmetic procedures from shareable seeds, and one exact grader that says where a language model stopped following them.
 *
 * An item is named by a link of the page, whole or from its `#` on: `#/play?v=0&steps=25&lookback=5&seed=42&condition=trace`. What a link leaves
 * out has the default of its version `v`. All values are strings, so that nothing turns them into floats; all positions are indices of the JavaScript
 * string. Functions throw an `Error` whose message says what to do.
 */

/** Loads the module once, and gives its functions. `module` is for hosts that have the module's bytes, response or address themselves. */
export function load(module?: BufferSource | WebAssembly.Module | Response | Promise<Response> | URL | string): Promise<Stepfall>;

export interface Stepfall {
  /** The item that a link names, with its prompt. What is wrong with a link is moved to the nearest that works, and told in `notices`. */
  item(link: string): Item;
  /** The link as this version writes it, from `#` on, with a transcript packed into it if one is given. Throws where that is too long. */
  link(link: string, transcript?: string, options?: LinkOptions): string;
  /** The verdict on a transcript to hand on: as Markdown, as a picture, and `address` as a QR code. An empty transcript is none. */
  share(link: string, transcript: string, address: string, options?: GradeOptions): Shared;
  /** How many single faults of an item show, in thousandths: what the item is worth as a test. */
  shares(link: string): Shares;
  /** What exactly a model did in a transcript of the item. */
  grade(link: string, transcript: string, options?: GradeOptions): Verdict;
  /** What a program writes that fails in a known way. It is no model. */
  simulate(link: string, options?: SimulateOptions): Simulation;
}

export interface Shared {
  markdown: string;
  /** An SVG document. */
  picture: string;
  /** The dark squares as the path of an SVG, each one unit wide, and the width in units; null where the address is too long for a camera. */
  code: { path: string; size: number } | null;
}

export interface LinkOptions extends GradeOptions {
  /** Whether a simulated executor wrote the transcript. */
  simulated?: boolean;
}

export interface GradeOptions {
  /** Why the model stopped: `length` where the provider says that the output was cut. */
  stop?: "unknown" | "length";
}

export interface SimulateOptions {
  /** What it does wrong; `stepfall simulate --help` lists all. */
  executor?: string;
  /** How it writes: `trace`, `prose`, `table`, `latex`, `json` and others. */
  form?: string;
  /** How often a step fails, in ten-thousandths; 0 is once. */
  rate?: number;
  /** Other deeds for another run. */
  run?: number;
}

export interface Simulation {
  transcript: string;
  /** The failure mode that a careful reader names. */
  mode: Mode;
}

export interface Shares {
  /** Change the value of their step. */
  at_step: number;
  /** Change the answer. */
  in_answer: number;
}

export type Condition = "answer-only" | "trace" | "free" | "structured" | "inline" | "copy";

/** An item; `schemas/item.schema.json` describes it. */
export interface Item {
  /** The link as this version writes it, from `#` on, without a transcript. */
  link: string;
  /** What was not understood in the link or does not work, each a sentence. */
  notices: string[];
  /** What the link carries of a transcript. */
  transcript: string;
  /** Whether the link says that a simulated executor wrote it. */
  simulated: boolean;
  /** Why the link says that its model stopped. */
  stop: "unknown" | "length";
  /** The version of the generator. */
  generator: number;
  /** The spec as parameters of a link. */
  spec: Record<string, string>;
  seed: number;
  index: number;
  condition: Condition;
  inputs: [Value, Value];
  steps: Step[];
  /** The right answer, as it is to be written. */
  answer: string;
  prompt: string;
  /** How many steps the answer depends on. */
  live_depth: number;
  shows_at_step: Share;
  shows_in_answer: Share;
  mix: Record<Operation, number>;
  /** How often each distance occurs among the references; the first is distance 1. */
  distances: number[];
}

export interface Value {
  name: string;
  value: string;
}

export interface Step extends Value {
  op: "+" | "-" | "*" | "/";
  /** A name or a constant. */
  left: string;
  right: string;
  /** What the step copies, under the condition `copy`. */
  copies?: string;
}

export interface Share {
  shown: number;
  of: number;
  share: number;
}

export type Operation = "add" | "sub" | "mul" | "div";

export type Mode =
  | "wrong-item"
  | "refused"
  | "truncated"
  | "missing-answer"
  | "premature-answer"
  | "self-corrected"
  | "talked-out"
  | "under-executed"
  | "extra-steps"
  | "right-answer-wrong-procedure"
  | "lost-operand"
  | "lost-operation"
  | "lost-place"
  | "slipped"
  | "lost-precision"
  | "lost-format"
  | "wrong-work-not-shown"
  | "folded"
  | "unexplained"
  | "followed";

export type Status =
  | "right"
  | "inherited"
  | "recovered"
  | "wrong-operand"
  | "swapped"
  | "wrong-operation"
  | "slip"
  | "rounded"
  | "unexplained"
  | "not-shown"
  | "skipped"
  | "not-reached";

export type Cause =
  | "wrong-operand"
  | "swapped"
  | "wrong-operation"
  | "slip"
  | "rounded"
  | "unexplained"
  | "skipped"
  | "stopped"
  | "invented"
  | "early"
  | "reports"
  | "form";

/** A verdict; `schemas/verdict.schema.json` describes it. */
export interface Verdict extends Voice {
  /** The version of the grader. */
  grader: number;
  /** What happened, in one sentence. */
  headline: string;
  /** The failure mode to name. */
  primary: Mode;
  /** All failure modes that hold. */
  modes: Mode[];
  metrics: Metrics;
  /** The parts that hold one sample each, where the transcript seems to hold several. */
  samples: Span[];
  /** The reasoning, where there is any, judged as if it were all that was written. It counts for nothing above. */
  reasoning: Reasoning | null;
}

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
  answers: { expected: string; first: Answer | null; last: Answer | null; any: Answer | null };
  /** All steps of the procedure, in order. */
  steps: StepVerdict[];
  /** Faults that do not follow from an earlier one. */
  root_faults: RootFault[];
  /** How many steps beyond the procedure are claimed. */
  extra_steps: number;
}

export interface Span {
  start: number;
  /** The index after the last. */
  end: number;
}

export interface Answer extends Span {
  value: string;
  kind: "tagged" | "boxed" | "announced" | "alone" | "last-step";
  /** Whether the number can be read in two ways; then `readings` holds both. */
  ambiguous: boolean;
  readings?: string[];
  correct: boolean;
  /** Within 0.001 × max(1, |truth|). */
  within_tolerance: boolean;
}

export interface StepVerdict {
  name: string;
  status: Status;
  claimed: string | null;
  expected: string;
  /** What follows from the transcript's own earlier values. */
  followed: string | null;
  start: number | null;
  end: number | null;
  /** Why the value is wrong, the likelier first; of a root fault only. */
  hypotheses: Hypothesis[];
  by_cancellation?: true;
  repeated?: true;
  revised?: true;
  out_of_order?: true;
}

export interface Hypothesis {
  cause: Cause;
  /** The value that stands for an operand, or that the answer reports. */
  operand?: string;
  operation?: Operation;
  slip?: "sign" | "magnitude" | "off-by-one" | "carry" | "digit" | "transposed" | "other";
}

export interface RootFault extends Hypothesis {
  /** The name of the value, or `answer`. */
  name: string;
  hypotheses: Hypothesis[];
  at: number;
  /** Whether the answer would be right had only this been right, where that is known. */
  repaired: boolean | null;
}

export interface Metrics {
  steps: number;
  claimed: number;
  executed: "exact" | "under" | "over" | null;
  first_answer_after: number | null;
  prefix: number;
  prefix_of: number;
  sequence_match: boolean;
  final_match: boolean;
  before_first_error: number;
  right_given_own: number;
  right_in_truth: number;
}
