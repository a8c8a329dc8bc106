// Carries out the procedure of a prompt (listing.mjs) with whole numbers of any size. Also reads
// which steps a turn of a dialogue is about.

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
// The words of a request. The first turn also describes the procedure, so its sentences select steps
// only if they contain such a word.
const TELLS = /\b(do|redo|now|next|only|just|continue|correct|apply|start|begin|first)\b/i;
const BLAMES = /\b(wrong|incorrect|mistake|error in|not right|not correct)\b/i;
const NUMBER = /^-?\d+$/;

// Returns the quotient, rounded down. A division by zero, which only an earlier error causes, gives
// zero.
function floored(left, right) {
  if (right === 0n) return 0n;
  const quotient = left / right;
  return quotient * right !== left && left < 0n !== right < 0n ? quotient - 1n : quotient;
}

const written = (operation, left, right) => (/^m/.test(operation) ? `${operation}(${left}, ${right})` : `${left} ${operation} ${right}`);

// Reads the inputs and the steps of a prompt, sorted so that operands come first. A line with an
// operand that never becomes known is left out. `last` is the step whose value is asked for, in the
// text of all turns (`allText`). With unordered lines it is undefined until a turn names it.
export function read(prompt, allText = prompt) {
  const { lines: all, tables, last } = listed(prompt);
  const modulus = /modulo (\d+)/.exec(prompt)?.[1];
  const known = new Set();
  const lines = [];
  const isKnown = (operand) => operand === undefined || NUMBER.test(operand) || known.has(operand);
  let open = all;
  for (let count = -1; open.length !== count; ) {
    count = open.length;
    open = open.filter((line) => {
      if (!isKnown(line.left) || !isKnown(line.right) || (line.table && !tables.has(line.table))) return true;
      known.add(line.name);
      lines.push({ ...line, isInput: !line.operation && !line.table });
      return false;
    });
  }
  const steps = lines.filter(({ isInput }) => !isInput).map(({ name }) => name);
  const asked = [...allText.matchAll(ASKED)].map(([, one, other]) => one ?? other);
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

// Returns the result of a look-up. An incorrect look-up takes the next row, so that its result can be
// looked up again. A value that is not in the table stays unchanged.
function lookedUp(table, value, isWrong) {
  const codes = [...table.keys()];
  const at = codes.indexOf(value);
  return at < 0 ? value : table.get(codes[(at + (isWrong ? 1 : 0)) % codes.length]);
}

// Returns the steps by name: `text` is the line, and `left`, `operation` and `right` are the input
// of a calculator. For steps outside of `scope`, a `claimed` value replaces the computed one. The
// result of step number `wrongAt` is one too large, or that of the next row of a table. A calculator
// then gets a left operand that is one too large.
export function carryOut({ lines, tables, modulus, meant }, { wrongAt = 0, claimed = new Map(), scope = [] } = {}) {
  const values = new Map();
  const value = (operand) => values.get(operand) ?? BigInt(operand);
  const bracketed = (number) => (number < 0n ? `(${number})` : `${number}`);
  const done = new Map();
  for (const { name, table, left, operation: printed, right, isSentence, isInput } of lines) {
    const isWrong = !isInput && done.size + 1 === wrongAt;
    const step = { left: `${value(left)}` };
    if (printed) {
      const operation = meant(printed, value(left), value(right));
      const exact = OPERATIONS[operation](value(left), value(right));
      const offset = isWrong ? 1n : 0n;
      step.result = (modulus ? ((exact % modulus) + modulus) % modulus : exact) + offset;
      Object.assign(step, { left: `${value(left) + offset}`, operation, right: `${value(right)}` });
      // Operands that are numbers have no names to write.
      const named = NUMBER.test(left) && NUMBER.test(right) ? "" : `${written(isSentence ? operation : printed, left, right)} = `;
      step.work = `${named}${written(operation, value(left), bracketed(value(right)))} = `;
    } else {
      step.result = table ? lookedUp(tables.get(table), value(left), isWrong) : value(left);
      step.work = "";
    }
    if (claimed.has(name) && !scope.includes(name)) step.result = claimed.get(name);
    values.set(name, step.result);
    if (!isInput) done.set(name, { name, text: `${name} = ${step.work}${step.result}\n`, ...step });
  }
  return done;
}

// Returns the values that the lines of a trace claim for steps.
export function claims(text, steps) {
  const claimed = new Map();
  for (const line of text.split("\n")) {
    const [, name, result] = /^\W*(\w+) = (?:.* = )?(-?\d+)\W*$/.exec(line) ?? [];
    if (steps.includes(name)) claimed.set(name, BigInt(result));
  }
  return claimed;
}

// Reads a turn of the user: `scope` has the steps that it asks for, `blamed` those that it calls
// incorrect. `wantsAnswer` is true if it mentions the answer.
export function reads(text, steps, isFirst) {
  // The value at the end of the reply is no step that the turn asks for.
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
