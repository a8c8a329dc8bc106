// What the model behind the fault server writes. It reads the assignments of a prompt (`S1 = 4`, `S3 = S1 + S2` ...) and
// carries them out with whole numbers of any size, in the line form that a trace asks for, so that a grader finds real
// verdicts. How it fails is told by a script (script.mjs). The same prompt and script give the same text.

import { createHash } from "node:crypto";

// Up to so many steps the script `collapses` makes no mistake.
const SURE_STEPS = 15;
const REFUSAL = "I'm sorry, but I can't help with that.";
const ASSIGNMENT = /^([A-Za-z]\w*) = (-?\w+)(?: ([-+*/]) (-?\w+))?(?: = .*)?$/;
const OPERATIONS = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => (right === 0n ? 0n : left / right),
};

// The inputs and the steps of a prompt. A line of which an operand is neither a number nor known is none of them; so is
// the form that a prompt shows.
function read(prompt) {
  const modulus = /modulo (\d+)/.exec(prompt)?.[1];
  const known = new Set();
  const lines = [];
  for (const line of prompt.split("\n")) {
    const [, name, left, operation, right] = ASSIGNMENT.exec(line.trim()) ?? [];
    const stands = (operand) => operand === undefined || /^-?\d+$/.test(operand) || known.has(operand);
    if (name === undefined || !stands(left) || !stands(right)) continue;
    known.add(name);
    lines.push({ name, left, operation, right, isInput: operation === undefined && /^-?\d+$/.test(left) });
  }
  return { lines, modulus: modulus && BigInt(modulus) };
}

// One line for each step, and the last value. At the step `wrongAt` the result is one too many.
function carryOut({ lines, modulus }, wrongAt) {
  const values = new Map();
  const value = (operand) => values.get(operand) ?? BigInt(operand);
  const shown = (number) => (number < 0n ? `(${number})` : `${number}`);
  const written = [];
  let last = 0n;
  for (const { name, left, operation, right, isInput } of lines) {
    let result = operation ? OPERATIONS[operation](value(left), value(right)) : value(left);
    if (modulus) result = ((result % modulus) + modulus) % modulus;
    if (!isInput && written.length + 1 === wrongAt) result += 1n;
    const work = operation ? `${left} ${operation} ${right} = ${value(left)} ${operation} ${shown(value(right))}` : left;
    if (!isInput) written.push(`${name} = ${work} = ${result}\n`);
    values.set(name, result);
    last = result;
  }
  return { written, last };
}

// Where a model goes wrong that is right up to 15 steps and then with a probability of 15 / steps; 0 for nowhere.
function collapse(prompt, steps) {
  const digest = createHash("sha256").update(prompt).digest();
  if (steps <= SURE_STEPS || digest.readUInt32BE(0) % steps < SURE_STEPS) return 0;
  return 1 + (digest.readUInt32BE(4) % steps);
}

// Pieces of a few words each, as a model sends them.
const inPieces = (text) => text.match(/(?:\S+\s*){1,4}|\s+/g) ?? [];
const tokens = (text) => Math.ceil(text.length / 4);

// What the model answers: `reasoning` and `text` in pieces, why it stops (`natural`, `length`, `refusal`), and tokens.
export function answer(prompt, { wrongAt = 0, cutAt, collapses, refuses, reasons, signs }) {
  const procedure = read(prompt);
  const steps = procedure.lines.filter(({ isInput }) => !isInput).length;
  const { written, last } = carryOut(procedure, collapses ? collapse(prompt, steps) : wrongAt);
  const isCut = cutAt !== undefined && cutAt < steps;
  const answersOnly = prompt.includes("Reply with that value alone");
  const work = written.slice(0, isCut ? cutAt : steps).join("");
  const end = answersOnly ? `${last}` : `Answer: ${last}`;
  let text = (answersOnly ? "" : work) + (isCut ? "" : end);
  if (steps === 0) text = "There is no procedure here that I can read.";
  if (refuses) text = REFUSAL;
  if (signs) text = text.replaceAll("-", "−").replaceAll("*", "×").replaceAll("/", "÷");
  const reasoning = reasons ? `I go through ${steps} steps.\nFirst: ${written[0] ?? ""}The others follow.` : "";
  return {
    reasoning: inPieces(reasoning),
    text: inPieces(text),
    stop: refuses ? "refusal" : isCut ? "length" : "natural",
    tokens: { input: tokens(prompt), reasoning: tokens(reasoning), text: tokens(text) },
  };
}
