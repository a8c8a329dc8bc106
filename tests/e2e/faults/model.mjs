// What the model behind the fault server writes. It carries out the procedure of a dialogue's first turn that has one
// (procedure.mjs), so that a grader finds real verdicts, and goes on as each later turn tells it. How it fails is told by a
// script (script.mjs). The same dialogue and script give the same text.

import { createHash } from "node:crypto";
import { carryOut, claims, read, reads } from "./procedure.mjs";
import { protocol } from "./protocols.mjs";

// Up to so many steps the script `collapses` makes no mistake.
const SURE_STEPS = 15;
const REFUSAL = "I'm sorry, but I can't help with that.";
const APOLOGY = "I apologize for the confusion. You are right, and I will be more careful.";

// Where a model goes wrong that is right up to 15 steps and then with a probability of 15 / steps; 0 for nowhere.
function collapse(prompt, steps) {
  const digest = createHash("sha256").update(prompt).digest();
  if (steps <= SURE_STEPS || digest.readUInt32BE(0) % steps < SURE_STEPS) return 0;
  return 1 + (digest.readUInt32BE(4) % steps);
}

// Pieces of a few words each, as a model sends them.
const inPieces = (text) => text.match(/(?:\S+\s*){1,4}|\s+/g) ?? [];
const tokens = (text) => Math.ceil(text.length / 4);
// A text in the signs of a printed book.
export const printed = (text) => text.replaceAll("-", "−").replaceAll("*", "×").replaceAll("/", "÷");
const said = (turns, role) => turns.filter((turn) => turn.role === role);

// What a dialogue has come to: the steps that the last turn of the user is about, the values that were claimed before it,
// which of them it was told are wrong, and the results of tools that came after it.
function situation(procedure, turns) {
  const { steps } = procedure;
  const claimed = new Map();
  const blamed = new Set();
  let scope = steps;
  let isAnswerOnly = false;
  let results = [];
  let hasBegun = false;
  for (const { role, text, results: given } of turns) {
    if (role === "user") {
      const told = reads(text, steps, !hasBegun);
      counted({ scope, results }).forEach((value, name) => claimed.set(name, value));
      told.blamed.forEach((name) => blamed.add(name));
      const left = steps.filter((name) => !claimed.has(name));
      const from = steps.indexOf(told.blamed[0]);
      isAnswerOnly = false;
      results = [];
      if (told.scope.length > 0) scope = told.scope;
      else if (told.blamed.length > 0) scope = steps.slice(from, Math.max(from, steps.indexOf(scope.at(-1))) + 1);
      else if (hasBegun && told.wantsAnswer) isAnswerOnly = true;
      else if (hasBegun && left.length > 0) scope = left;
      else scope = steps;
      hasBegun ||= read(text).steps.length > 0;
    } else if (role === "results") {
      results.push(...given);
    } else {
      claims(text, steps).forEach((value, name) => claimed.set(name, value));
    }
  }
  return { scope: isAnswerOnly ? [] : scope, claimed, blamed, isAnswerOnly, results };
}

// The calls of a tool for the steps that are left, or none: one, or `all` at once.
function callsFor({ calls: how, cutAt }, { scope, results, done }, [tool]) {
  const left = how === "loop" ? scope.slice(0, 1) : scope.slice(results.length);
  const call = (name) => {
    const { left, operation, right } = done.get(name);
    const whole = JSON.stringify({ step: name, left, operation, right });
    const isBroken = how === "malformed" || cutAt <= results.length;
    return { name: how === "unknown" ? "look_up" : tool, arguments: isBroken ? whole.slice(0, -2) : whole };
  };
  return left.slice(0, how === "all" ? left.length : 1).map(call);
}

// The results of tools count for the steps in their order, as far as they are numbers.
function counted({ scope, results }) {
  const values = results.map((text, at) => [scope[at], text.trim()]).filter(([name, text]) => name && /^-?\d+$/.test(text));
  return new Map(values.map(([name, text]) => [name, BigInt(text)]));
}

// The situation as a script sees it: what it does at once or too much, where it slips, and the steps as it carries them out.
function seen(procedure, turns, script, prompt, usesTools) {
  const { steps } = procedure;
  const now = situation(procedure, turns);
  if (script.hurries) Object.assign(now, { scope: steps, isAnswerOnly: false });
  if (script.overdoes) now.scope = steps.slice(steps.indexOf(now.scope[0]), steps.indexOf(now.scope.at(-1)) + 2);
  const calls = usesTools && steps.length > 0 && !now.isAnswerOnly;
  const slip = script.collapses ? collapse(prompt, steps.length) : (script.wrongAt ?? 0);
  const wrongAt = script.mends && now.blamed.has(steps[slip - 1]) ? 0 : slip;
  const claimed = calls ? new Map([...now.claimed, ...counted(now)]) : now.claimed;
  const scope = calls ? now.scope.slice(now.results.length) : now.scope;
  const done = carryOut(procedure, { wrongAt, claimed, scope });
  return { ...now, calls, done, left: scope.length };
}

// The text of an answer: a line for each step of the turn, unless they were calculated, and the answer behind the last.
function textOf({ last: asked }, { scope, done, isAnswerOnly, calls }, isCut, cutAt, answersOnly) {
  const lines = answersOnly || isAnswerOnly || calls ? [] : scope.map((name) => done.get(name).text);
  const last = done.get(asked)?.result;
  const isEnd = !isCut && (isAnswerOnly || scope.includes(asked));
  const end = answersOnly ? `${last}` : `Answer: ${last}`;
  return lines.slice(0, isCut ? cutAt : lines.length).join("") + (isEnd ? end : "");
}

// What the model answers to a dialogue, of turns `{ role: "user" | "assistant", text }` and `{ role: "results", results }`,
// or to a prompt alone, with the names of the tools that are offered: `reasoning` and `text` in pieces, `calls` with
// arguments as text, why it stops (`natural`, `length`, `refusal`, `tool`), and tokens.
export function answer(dialogue, script, tools = []) {
  const turns = typeof dialogue === "string" ? [{ role: "user", text: dialogue }] : dialogue;
  const { cutAt, refuses, reasons, signs, apologisesAfter } = script;
  const texts = said(turns, "user").map(({ text }) => text);
  const prompt = texts.find((text) => read(text).steps.length > 0) ?? texts[0] ?? "";
  const procedure = read(prompt, texts.join("\n"));
  const { steps } = procedure;
  const now = seen(procedure, turns, script, prompt, script.calls !== undefined && tools.length > 0);
  const apologises = said(turns, "assistant").length >= apologisesAfter;
  const calls = now.calls && !apologises && !refuses ? callsFor(script, now, tools) : [];
  const isCut = cutAt !== undefined && (calls.length > 0 ? cutAt <= now.results.length : cutAt < now.left);
  const asked = protocol(procedure, turns, prompt, script);
  let text = "There is no procedure here that I can read.";
  if (refuses) text = REFUSAL;
  else if (apologises) text = APOLOGY;
  else if (calls.length > 0) text = "";
  else if (asked !== undefined && !isCut) text = asked;
  else if (steps.length > 0) text = textOf(procedure, now, isCut, cutAt, prompt.includes("Reply with that value alone"));
  if (signs) text = printed(text);
  const begun = now.done.get(now.scope[0])?.text ?? "";
  const reasoning = reasons ? `I go through ${steps.length} steps.\nFirst: ${begun}The others follow.` : "";
  return {
    reasoning: inPieces(reasoning),
    text: inPieces(text),
    calls,
    stop: refuses ? "refusal" : isCut ? "length" : calls.length > 0 ? "tool" : "natural",
    tokens: {
      input: tokens(turns.map((turn) => turn.text ?? turn.results.join("")).join("")),
      reasoning: tokens(reasoning),
      text: tokens(text + calls.map((call) => call.arguments).join("")),
    },
  };
}
