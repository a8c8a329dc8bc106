// Grades an output by the id of its test, on this machine. Run `npm install stepfall` in this
// folder.
import { load } from "stepfall";

const loaded = load();
const STOPS = { length: "length", max_tokens: "length", MAX_TOKENS: "length", content_filter: "refusal", refusal: "refusal" };

export default async function solved(output, { test, providerResponse }) {
  const { gradeId } = await loaded;
  const text = typeof output === "string" ? output : JSON.stringify(output);
  const stop = providerResponse?.isRefusal ? "refusal" : (STOPS[providerResponse?.finishReason] ?? "unknown");
  // Unless a provider has `showThinking: false`, the reasoning of its model precedes the answer.
  const row = gradeId(test.metadata.stepfall_id, text, { stop, showsThinking: true });
  return { pass: row.outcome === "correct", score: row.outcome === "correct" ? 1 : 0, reason: row.headline };
}
