// The procedure of a prompt (listing.mjs), carried out with whole numbers of any size in the line form that the prompt asks for, and which of
// its steps a turn of a dialogue is about.

import { listed, meaning, WORD } from "./listing.mjs";

const OPERATIONS = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": floored,
  "//": floored,
  "%": (left, right) => left - right * floored(left, right),
  min: (left, right) => (left < right ? left : right),
  max: (left, right) => (left > right ? left : right),
};
const ASKED = new RegExp(`\\bthe value of (${WORD})|^Answer: (${WORD})$`, "gmu");
// A first turn that says nothing of this kind is about all steps, whichever it names.
const TELLS = /\b(do|redo|now|next|only|just|continue|correct|apply|start|begin|first)\b/i;
const BLAMES = /\b(wrong|incorrect|mistake|error in|not right|not correct)\b/i;
const NUMBER = /^-?\d+$/;

// Returns the quotient, rounded down, and zero for a division by zero, which only an error before it leads to.
function floored(left, right) {
  if (right === 0n) return 0n;
  const quotient = left / right;
  return quotient * right !== left && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

const written = (operation, left, right) => (/^m/.test(operation) ? `${operation}(${left}, ${right})` : `${left} ${operation} ${right}`);

// The inputs and the steps of a prompt, each once its operands are known, in whichever order they stand. A line of which an
// operand is neither a number nor ever known is none of them. `last` is the step of which a value is asked for, by what is `said` in all turns; where
// lines stand in no order and nothing says it, there is none yet.
export function read(prompt, said = prompt) {
  const { lines: all, tables, last } = listed(prompt);
  const modulus = /modulo (\d+)/.exec(prompt)?.[1];
  const known = new Set();
  const lines = [];
  const stands = (operand) => operand === undefined || NUMBER.test(operand) || known.has(operand);
  let open = all;
  for (let count = -1; open.length !== count; ) {
    count = open.length;
    open = open.filter((line) => {
      if (!stands(line.left) || !stands(line.right) || (line.table && !tables.has(line.table))) return true;
      known.add(line.name);
      lines.push({ ...line, isInput: !line.operation && !line.table });
      return false;
    });
  }
  const steps = lines.filter(({ isInput }) => !isInput).map(({ name }) => name);
  const asked = [...said.matchAll(ASKED)].map(([, one, other]) => one ?? other);
  const end = prompt.includes("no particular order") ? undefined : steps.at(-1);
  return {
    lines,
    steps,
    tables,
    last: asked.findLast((name) => steps.includes(name)) ?? last ?? end,
    modulus: modulus && BigInt(modulus),
    meant: meaning(prompt),
  };
}

// What a look-up gives: of a slip what stands in the next row, so that it can be looked up further. What is in no table stays as it is.
function lookedUp(table, value, slips) {
  const codes = [...table.keys()];
  const at = codes.indexOf(value);
  return at < 0 ? value : table.get(codes[(at + (slips ? 1 : 0)) % codes.length]);
}

// What each step comes to: `text` is its line, and `left`, `operation` and `right` are what a calculator would be told. A
// value that is `claimed` already counts as it was claimed, outside of the `scope`. The result of the step of the number
// `wrongAt` is one too many, or of a look-up another one; a calculator is told a left operand that is one too many.
export function carryOut({ lines, tables, modulus, meant }, { wrongAt = 0, claimed = new Map(), scope = [] } = {}) {
  const values = new Map();
  const value = (operand) => values.get(operand) ?? BigInt(operand);
  const shown = (number) => (number < 0n ? `(${number})` : `${number}`);
  const done = new Map();
  for (const { name, table, left, operation: printed, right, isSentence, isInput } of lines) {
    const slips = !isInput && done.size + 1 === wrongAt;
    const step = { left: `${value(left)}` };
    if (printed) {
      const operation = meant(printed, value(left), value(right));
      const exact = OPERATIONS[operation](value(left), value(right));
      const slip = slips ? 1n : 0n;
      step.result = (modulus ? ((exact % modulus) + modulus) % modulus : exact) + slip;
      Object.assign(step, { left: `${value(left) + slip}`, operation, right: `${value(right)}` });
      // Operands that are numbers have no names to be given by.
      const named = NUMBER.test(left) && NUMBER.test(right) ? "" : `${written(isSentence ? operation : printed, left, right)} = `;
      step.work = `${named}${written(operation, value(left), shown(value(right)))} = `;
    } else {
      step.result = table ? lookedUp(tables.get(table), value(left), slips) : value(left);
      step.work = "";
    }
    if (claimed.has(name) && !scope.includes(name)) step.result = claimed.get(name);
    values.set(name, step.result);
    if (!isInput) done.set(name, { name, text: `${name} = ${step.work}${step.result}\n`, ...step });
  }
  return done;
}

// What lines in the form of a trace claim of the steps.
export function claims(text, steps) {
  const claimed = new Map();
  for (const line of text.split("\n")) {
    const [, name, result] = /^\W*(\w+) = (?:.* = )?(-?\d+)\W*$/.exec(line) ?? [];
    if (steps.includes(name)) claimed.set(name, BigInt(result));
  }
  return claimed;
}

// What a user's turn wants: `scope`, the steps that it tells to do, if any; `blamed`, those of which it says that they are
// wrong; and whether it speaks of the answer.
export function reads(text, steps, isFirst) {
  // The value that a turn shall end with is none of the steps that it tells to do.
  const prose = text.split("\n").flatMap((line) => (line.includes(" = ") ? [] : [line.replace(/, and end with .*/, "")]));
  const sentences = prose.flatMap((line) => line.split(/(?<=[.?!;:])\s/));
  const scope = new Set();
  const blamed = [];
  for (const sentence of sentences) {
    const words = sentence.match(/\w+/g) ?? [];
    const named = words.filter((word) => steps.includes(word));
    const ranges = [...sentence.matchAll(/(\w+)(?: to | through | until |\s?(?:-|–|\.\.\.|…)\s?)(?:step )?(\w+)/g)]
      .map(([, from, to]) => [steps.indexOf(from), steps.indexOf(to)])
      .filter(([from, to]) => from >= 0 && to >= from);
    if (BLAMES.test(sentence)) blamed.push(...named);
    else if (isFirst && !TELLS.test(sentence)) continue;
    else if (ranges.length > 0) ranges.forEach(([from, to]) => steps.slice(from, to + 1).forEach((name) => scope.add(name)));
    else if (!/answer/i.test(sentence)) named.forEach((name) => scope.add(name));
  }
  return { scope: steps.filter((name) => scope.has(name)), blamed, wantsAnswer: /answer/i.test(text) };
}
