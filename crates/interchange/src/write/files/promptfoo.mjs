// Grades an output by the id of its test, on this machine: `npm install stepfall` beside this file.
import { load } from "stepfall";

const loaded = load();

export default async function solved(output, { test }) {
  const { gradeId } = await loaded;
  const row = gradeId(test.metadata.stepfall_id, typeof output === "string" ? output : JSON.stringify(output));
  return { pass: row.outcome === "correct", score: row.outcome === "correct" ? 1 : 0, reason: row.headline };
}
