// Words for the cells of the table of outcomes (outcomes.mjs); its introduction explains them.

import { ENDINGS } from "./faults/endings.mjs";
import { printed } from "./faults/model.mjs";

const STOPS = { length: "cut", refusal: "refused", filter: "filtered", tool: "calls" };

// Returns the expected text, from the text of the same model without a fault.
function wanted(word, text) {
  const endings = Object.entries(ENDINGS).filter(([name]) => word === name);
  return (word === "split-utf8" ? printed(text) : text) + endings.map(([, { read }]) => read).join("");
}

// Returns a word for an answer, and its differences from the usual one.
function answered({ word, attempt, isGradedRight }, usual) {
  const { text, stop, usage = {}, dropped = [], omitted = [], replaced = 0 } = attempt;
  const expected = wanted(word, usual.text);
  const isWhole = text === expected;
  const odd = [];
  if (isWhole !== isGradedRight) odd.push(isGradedRight ? "graded right" : "graded wrong");
  if (isWhole && stop !== "natural") odd.push(`stop ${stop}`);
  const { input, output } = usual.usage;
  if (usage.output === undefined) odd.push("tokens unknown");
  else if (isWhole && text === usual.text && usage.output !== output) odd.push(`${usage.output} tokens for ${output}`);
  if (usage.input !== undefined && usage.input !== input) odd.push(`${usage.input} tokens of the prompt for ${input}`);
  if (replaced > 0) odd.push(`${replaced} replaced`);
  if (dropped.length > 0) odd.push(`without ${dropped.join(", ")}`);
  if (omitted.join() !== (usual.omitted ?? []).join()) odd.push(`without ${omitted.join(", ")}`);
  const other = text === "" ? "no text" : expected.startsWith(text) ? "a part" : "another text";
  return { name: isWhole ? "right" : (STOPS[stop] ?? (stop === "natural" ? other : `${other}, stop ${stop}`)), odd };
}

function outcome(result, usual) {
  const { attempt, isHalted, isPaused, failed } = result;
  if (attempt?.text !== undefined) return answered(result, usual);
  if (attempt) return { name: `given up (${attempt.error.error})`, odd: [] };
  if (isHalted) return { name: `halted (${failed})`, odd: [] };
  return { name: isPaused ? `paused (${failed})` : "waiting", odd: [] };
}

// Returns the number of requests since `before`, and the records that have another number.
function requests({ sent, over, reached, attempt }, before) {
  const count = sent - before.sent;
  const others = [];
  if (over - before.over !== count) others.push(`${over - before.over} ended`);
  if (reached - before.reached !== count) others.push(`${reached - before.reached} at the server`);
  if (attempt && attempt.requests !== sent) others.push(`${attempt.requests} in the attempt`);
  return { count, isAny: count > 0 || reached > before.reached, others };
}

function described({ name, odd }, { count, others }, isUsual) {
  const after = isUsual ? "" : ` after ${count}`;
  return [`${name}${after}${others.length > 0 ? ` [${others.join(", ")}]` : ""}`, ...odd].join(", ");
}

// Returns the cell of a fault: its outcome at first, and after the run was resumed. `usual` is the
// attempt without a fault.
export function cell(first, second, usual) {
  const result = outcome(first, usual);
  const firstRequests = requests(first, { sent: 0, over: 0, reached: 0 });
  const isAnswer = first.attempt?.text !== undefined;
  const begin = described(result, firstRequests, isAnswer && firstRequests.count === 1);
  const more = requests(second, first);
  if (isAnswer) return more.isAny ? `${begin}; asked again` : begin;
  if (!more.isAny) return `${begin}; not asked again`;
  const again = described(outcome(second, usual), more, more.count === 1);
  return again === "right" ? `${begin}; asked again` : `${begin}; asked again: ${again}`;
}
