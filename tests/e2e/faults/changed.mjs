// Applies the faults of a script to the answer of a model (model.mjs). A fault applies if
// `holds(word)` is true for its word.

import { ending } from "./endings.mjs";

// More calls than any client accepts in one reply.
const MANY_CALLS = 65;
const [LONG_PIECE, LONG_PIECES] = ["x".repeat(256 << 10), 36];

export function changed(answer, holds, key) {
  const { text, calls } = answer;
  const ended = { ...answer, text: [...text, ...ending(holds, key)] };
  const call = { name: "calculate", arguments: "{}" };
  if (holds("overlong")) return { ...ended, text: [...text, ...Array(LONG_PIECES).fill(LONG_PIECE)] };
  const more = holds("many-calls") ? MANY_CALLS : holds("uninvited-call") ? 1 : 0;
  if (more > 0) return { ...ended, text: [], calls: [...calls, ...Array(more).fill(call)], stop: "tool" };
  const stop = holds("filtered") ? "filter" : holds("fails") ? "failure" : undefined;
  if (stop) return { ...ended, text: text.slice(0, Math.ceil(text.length / 2)), stop };
  return { ...ended, text: holds("no-text") ? [] : ended.text, stop: holds("no-stop") ? "unsaid" : ended.stop };
}
