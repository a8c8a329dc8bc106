// The procedure of a prompt: its assignments (`S1 = 4`, `S3 = S1 + S2` ...), carried out with whole numbers of any size in
// the line form that a trace asks for, and which of its steps a turn of a dialogue is about.

const ASSIGNMENT = /^([A-Za-z]\w*) = (-?\w+)(?: ([-+*/]) (-?\w+))?(?: = .*)?$/;
const OPERATIONS = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => (right === 0n ? 0n : left / right),
};
// A first turn that says nothing of this kind is about all steps, whichever it names.
const TELLS = /\b(do|redo|now|next|only|just|continue|correct|apply|start|begin|first)\b/i;
const BLAMES = /\b(wrong|incorrect|mistake|error in|not right|not correct)\b/i;

// The inputs and the steps of a prompt, each once its operands are known, in whichever order they stand. A line of which an
// operand is neither a number nor ever known is none of them; so is the form that a prompt shows.
export function read(prompt) {
  const modulus = /modulo (\d+)/.exec(prompt)?.[1];
  const known = new Set();
  const lines = [];
  const stands = (operand) => operand === undefined || /^-?\d+$/.test(operand) || known.has(operand);
  let open = prompt.split("\n").map((line) => ASSIGNMENT.exec(line.trim())).filter(Boolean);
  for (let left = -1; open.length !== left; ) {
    left = open.length;
    open = open.filter(([, name, left, operation, right]) => {
      if (!stands(left) || !stands(right)) return true;
      known.add(name);
      lines.push({ name, left, operation, right, isInput: operation === undefined && /^-?\d+$/.test(left) });
      return false;
    });
  }
  const steps = lines.filter(({ isInput }) => !isInput).map(({ name }) => name);
  return { lines, steps, modulus: modulus && BigInt(modulus) };
}

// What each step comes to: `text` is its line, and `left`, `operation` and `right` are what a calculator would be told. A
// value that is `claimed` already counts as it was claimed, outside of the `scope`. The result of the step of the number
// `wrongAt` is one too many; a calculator is told a left operand that is.
export function carryOut({ lines, modulus }, { wrongAt = 0, claimed = new Map(), scope = [] } = {}) {
  const values = new Map();
  const value = (operand) => values.get(operand) ?? BigInt(operand);
  const shown = (number) => (number < 0n ? `(${number})` : `${number}`);
  const done = new Map();
  for (const { name, left, operation, right, isInput } of lines) {
    let result = operation ? OPERATIONS[operation](value(left), value(right)) : value(left);
    if (modulus) result = ((result % modulus) + modulus) % modulus;
    const slip = !isInput && done.size + 1 === wrongAt ? 1n : 0n;
    result += slip;
    if (claimed.has(name) && !scope.includes(name)) result = claimed.get(name);
    values.set(name, result);
    if (isInput) continue;
    const work = operation ? `${left} ${operation} ${right} = ${value(left)} ${operation} ${shown(value(right))}` : left;
    const told = { left: `${value(left) + slip}`, operation: operation ?? "+", right: `${operation ? value(right) : 0}` };
    done.set(name, { name, text: `${name} = ${work} = ${result}\n`, ...told, result });
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
  const prose = text.split("\n").filter((line) => !line.includes(" = "));
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
