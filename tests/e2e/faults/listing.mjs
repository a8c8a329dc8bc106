// Reads the lines of a procedure from a prompt, in any of the four wordings: assignments,
// sentences, a program or an object. A step is `{ name, left, operation, right }` with the printed
// operation, an input `{ name, left }`, and a look-up `{ name, table, left }`. Sentences have no
// signs, so their steps have `isSentence`.

// The pattern of a name in any script, or of digits.
export const WORD = "[\\p{L}\\p{M}\\p{N}_]+";
const NAME = `([\\p{L}_]${WORD}|\\p{L})`;
const NUMBER = `(-?${WORD})`;
const OPERAND = `\\(?${NUMBER}\\)?`;
const CALL = `and call the result (${WORD})\\.$`;
const SENTENCE = "^(?:- |\\d+\\. )?";
const ENTRY = /(\d+)(?: -> |: | gives )(\d+)/g;
const TABLE = /^(?:Table )?([A-Za-z]\w*)(?:: | = \{)(\d+(?: -> |: | gives )\d+, .*)$/;
const OPERATIONS = { Add: "+", Subtract: "-", Multiply: "*", Divide: "/", smaller: "min", larger: "max" };
// Returns the sign of a division for `//`, which programs use for whole numbers.
const sign = (operation) => (operation === "//" ? "/" : operation);

const form = (pattern) => new RegExp(pattern, "u");
const sentence = (pattern) => form(`${SENTENCE}${pattern} ${CALL}`);

// The forms that a line may have, each with a function that makes a line of its parts.
const FORMS = [
  [
    form(`^${NAME} = ${OPERAND} (//|[-+*/%]) ${OPERAND}(?: % \\d+)?(?: = .*)?$`),
    ([name, left, operation, right]) => ({ name, left, operation: sign(operation), right }),
  ],
  [form(`^${NAME} = (min|max)\\(${NUMBER}, ${NUMBER}\\)$`), ([name, operation, left, right]) => ({ name, left, operation, right })],
  [form(`^${NAME} = (-?\\d+)$`), ([name, left]) => ({ name, left })],
  [form(`^${NAME} = ${NAME}[(\\[]${NAME}[)\\]]$`), ([name, table, left]) => ({ name, table, left })],
  [form(`${SENTENCE}Let (${WORD}) be (-?\\d+)\\.$`), ([name, left]) => ({ name, left })],
  [
    sentence(`(Add|Multiply|Divide) ${NUMBER} (?:and|by) ${NUMBER}(?:, round down)?`),
    ([verb, left, right, name]) => ({ name, left, operation: OPERATIONS[verb], right, isSentence: true }),
  ],
  [sentence(`Subtract ${NUMBER} from ${NUMBER}`), ([right, left, name]) => ({ name, left, operation: "-", right, isSentence: true })],
  [
    sentence(`Take the remainder of ${NUMBER} divided by ${NUMBER}`),
    ([left, right, name]) => ({ name, left, operation: "%", right, isSentence: true }),
  ],
  [
    sentence(`Take the (smaller|larger) of ${NUMBER} and ${NUMBER}`),
    ([which, left, right, name]) => ({ name, left, operation: OPERATIONS[which], right, isSentence: true }),
  ],
  [sentence(`Look (${WORD}) up in table (${WORD})`), ([left, table, name]) => ({ name, table, left })],
];

function lineOf(text) {
  for (const [form, lineFrom] of FORMS) {
    const found = form.exec(text);
    if (found) return [lineFrom(found.slice(1))];
  }
  return [];
}

const entries = (pairs) => new Map(pairs.map(([from, to]) => [BigInt(from), BigInt(to)]));

function ofObject({ tables = {}, inputs = {}, steps, answer }) {
  const inputLines = Object.entries(inputs).map(([name, left]) => ({ name, left }));
  const lines = steps.map(({ name, op, left, right, table, of }) => (table ? { name, table, left: of } : { name, left, operation: op, right }));
  return {
    lines: [...inputLines, ...lines],
    tables: new Map(Object.entries(tables).map(([name, table]) => [name, entries(Object.entries(table))])),
    last: answer,
  };
}

// Returns the lines and the tables of a prompt, without the line that shows the form of a step.
// `last` is the name at the end of a program or an object.
export function listed(prompt) {
  const [, object] = /```json\n([^]*?)\n```/.exec(prompt) ?? [];
  if (object) return ofObject(JSON.parse(object));
  const texts = prompt
    .replace(/in the form\n\n.*/g, "")
    .split("\n")
    .map((text) => text.trim());
  const tables = texts.map((text) => TABLE.exec(text)).filter(Boolean);
  return {
    lines: texts.flatMap(lineOf),
    tables: new Map(tables.map(([, name, pairs]) => [name, entries([...pairs.matchAll(ENTRY)].map(([, ...pair]) => pair))])),
    last: new RegExp(`^print\\((${WORD})\\)$`, "mu").exec(prompt)?.[1],
  };
}

const EXCEPTION = /^.*There is one more rule: .* is greater than (-?\d+), .*$/m;
const EXCHANGED = { "+": "-", "-": "+" };
const MEANT = { plus: "+", minus: "-", times: "*", "divided by": "/" };
const MEANING = /"(add|subtract|multiply|divide) [^"]*" means to (add|subtract|multiply|divide)/g;
const capital = (word) => word[0].toUpperCase() + word.slice(1);

// Returns a function from a printed sign and two values to the operation that is meant, by the
// rules of the prompt.
export function meaning(prompt) {
  const [, bound] = EXCEPTION.exec(prompt) ?? [];
  if (bound !== undefined) {
    const applies = (left, right) => left > BigInt(bound) || right > BigInt(bound);
    return (operation, left, right) => (applies(left, right) && EXCHANGED[operation]) || operation;
  }
  const signs = [...prompt.matchAll(/\bx (\/\/|[-+*/]) y is x (plus|minus|times|divided by) y/g)].map(([, from, to]) => [sign(from), MEANT[to]]);
  const words = [...prompt.matchAll(MEANING)].map(([, from, to]) => [OPERATIONS[capital(from)], OPERATIONS[capital(to)]]);
  const all = new Map([...signs, ...words]);
  return (operation) => all.get(operation) ?? operation;
}
