// Grades an output by the id of its test, on this machine: `npm install stepfall` beside this file.
import { load } from "stepfall";

const loaded = load();

export default async function solved(output, { test, providerResponse }) {
  const { gradeId } = await loaded;
  const text = typeof output === "string" ? output : JSON.stringify(output);
  const isCut = ["length", "max_tokens", "MAX_TOKENS"].includes(providerResponse?.finishReason);
  // Unless a provider has `showThinking: false`, what its model thinks stands before its answer.
  const row = gradeId(test.metadata.stepfall_id, text, { stop: isCut ? "length" : "unknown", showsThinking: true });
  return { pass: row.outcome === "correct", score: row.outcome === "correct" ? 1 : 0, reason: row.headline };
}
