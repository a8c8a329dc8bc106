// Adds something to the answer of a model (model.mjs), or removes something; `holds(word)` selects
// the changes.

import { ending } from "./endings.mjs";

// More than any reader accepts.
const MANY_CALLS = 65;
const [LONG_PIECE, LONG_PIECES] = ["x".repeat(256 << 10), 36];

export function changed(answer, holds, key) {
  const { text, calls } = answer;
  const told = { ...answer, text: [...text, ...ending(holds, key)] };
  const call = { name: "calculate", arguments: "{}" };
  if (holds("overlong")) return { ...told, text: [...text, ...Array(LONG_PIECES).fill(LONG_PIECE)] };
  const more = holds("many-calls") ? MANY_CALLS : holds("uninvited-call") ? 1 : 0;
  if (more > 0) return { ...told, text: [], calls: [...calls, ...Array(more).fill(call)], stop: "tool" };
  const stop = holds("filtered") ? "filter" : holds("fails") ? "failure" : undefined;
  if (stop) return { ...told, text: text.slice(0, Math.ceil(text.length / 2)), stop };
  return { ...told, text: holds("no-text") ? [] : told.text, stop: holds("no-stop") ? "unsaid" : told.stop };
}
