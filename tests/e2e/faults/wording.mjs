// Applies faults to the pieces of a reply (formats.mjs), and writes the pieces as they are sent. A
// fault applies if `holds(word)` is true for its word.

const PADDING = "x".repeat(8 << 10);
const LONG_PADDING = "x".repeat(5 << 20);
const UNKNOWN = { type: "response.something.new", name: "something-new", object: "something.new", note: { deep: [1, null, "text"] } };
const USAGES = /^(usage|usageMetadata|prompt_eval_count|eval_count)$/;
const TEXTS = /^(content|text|delta|thinking|reasoning|reasoning_content)$/;

// Returns a value with each of its members replaced by `change(name, value)`; `undefined` members
// are not written.
function changed(value, change) {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((inner) => changed(inner, change));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(change(name, inner), change)]));
}

const without = (data) => changed(data, (name, value) => (USAGES.test(name) ? undefined : value));
// Replaces numbers of tokens by impossible ones.
const oddly = (name, value) => {
  if (/_tokens$|Count$|_count$/.test(name) && typeof value === "number") return /output|completion|candidates|^eval/.test(name) ? 1e30 : -1;
  return value;
};
const emptied = (data) => changed(data, (name, value) => (TEXTS.test(name) && typeof value === "string" ? null : value));

// Returns the pieces with the selected faults. `broken` returns a piece with an error.
export function applyPieceFaults(pieces, holds, broken) {
  const begin = pieces.filter(({ isEnd }) => !isEnd);
  const end = pieces.filter(({ isEnd }) => isEnd);
  let result = pieces;
  if (holds("error-first")) result = [broken()];
  if (holds.all.some(({ word }) => word.endsWith("-mid-stream"))) result = [...pieces.slice(0, Math.ceil(pieces.length / 2)), broken()];
  if (holds("error-at-end")) result = [...pieces, broken()];
  if (holds("no-end")) result = begin;
  if (holds("no-done")) result = [...begin, end[0]];
  if (holds("double-end")) result = [...pieces, ...end];
  if (holds("no-usage")) result = result.map((piece) => ({ ...piece, data: without(piece.data) }));
  if (holds("odd-usage")) result = result.map((piece) => ({ ...piece, data: changed(piece.data, oddly) }));
  if (holds("nulls")) result = result.flatMap((piece) => (piece.isEnd ? [piece] : [piece, { ...piece, data: emptied(piece.data) }]));
  if (holds("empty-stops")) result = result.map((piece) => (piece.isEnd ? piece : { ...piece, data: withEmptyStop(piece.data) }));
  if (holds("unknown-events")) result = result.flatMap((piece) => [{ name: "something.new", data: UNKNOWN }, { ...piece, data: extended(piece.data) }]);
  return result;
}

function withEmptyStop(data) {
  const { choices, message, candidates, done } = data;
  if (choices) return { ...data, choices: choices.map((choice) => ({ ...choice, finish_reason: "" })) };
  if (candidates) return { ...data, candidates: candidates.map((candidate) => ({ ...candidate, finishReason: "" })) };
  if (message?.stop_reason === null) return { ...data, message: { ...message, stop_reason: "" } };
  return done === false ? { ...data, done_reason: "" } : data;
}

const extended = (data) => (typeof data === "string" ? data : { ...data, new_member: { of: ["another", 1, null] } });

const padded = (data, padding) => (typeof data === "string" ? data : { ...data, padding });

function lines({ name, data }, isLines, holds) {
  const text = typeof data === "string" ? data : JSON.stringify(data, null, holds("many-lines") ? 1 : 0);
  if (isLines) return `${text}\n`;
  const begin = holds("no-space") ? "data:" : "data: ";
  const head = name ? `event: ${name}\n` : "";
  return `${head}${text.split("\n").map((line) => `${begin}${line}\n`).join("")}\n`;
}

// Returns each piece as it is sent.
export function written(pieces, { isLines, alive }, holds) {
  if (holds("as-array")) {
    const objects = pieces.filter(({ data }) => typeof data !== "string").map(({ data }) => JSON.stringify(data));
    return objects.map((text, at) => `${at === 0 ? "[" : ",\n"}${text}${at === objects.length - 1 ? "]" : ""}`);
  }
  const middle = Math.ceil(pieces.length / 2) - 1;
  let result = pieces;
  const replace = (at, data) => (result = result.with(at, { ...result[at], data }));
  if (holds("long-lines")) result.forEach(({ data }, at) => replace(at, padded(data, PADDING)));
  if (holds("overlong-line")) replace(middle, padded(result[middle].data, LONG_PADDING));
  if (holds("malformed")) replace(middle, '{"choices": [{');
  let texts = result.map((piece) => lines(piece, isLines, holds));
  if (holds("keep-alives")) texts = texts.flatMap((text, at) => [alive[at % alive.length], text]);
  if (holds("no-last-line-end")) texts.push(texts.pop().trimEnd());
  if (holds("line-ends-cr")) texts = texts.map((text) => text.replaceAll("\n", "\r"));
  if (holds("line-ends-crlf")) texts = texts.map((text) => text.replaceAll("\n", "\r\n"));
  if (holds("byte-order-mark")) texts.unshift("\ufeff");
  return texts;
}
