// The model of the server in `faults.mjs`. It carries out the procedure in the first turn that has one
// (procedure.mjs), so that a grader finds real verdicts, and then follows each later turn. A script
// (script.mjs) makes it fail. The same dialogue and script give the same text.

import { createHash } from "node:crypto";
import { carryOut, claims, read, reads } from "./procedure.mjs";
import { protocol } from "./protocols.mjs";

// The number of steps up to which the script `collapses` makes no error.
const SURE_STEPS = 15;
const REFUSAL = "I'm sorry, but I can't help with that.";
const APOLOGY = "I apologize for the confusion. You are right, and I will be more careful.";

// Returns the incorrect step under `collapses`; 0 if there is none. The model is correct up to 15
// steps, and then with a probability of 15 / steps.
function collapse(prompt, steps) {
  const digest = createHash("sha256").update(prompt).digest();
  if (steps <= SURE_STEPS || digest.readUInt32BE(0) % steps < SURE_STEPS) return 0;
  return 1 + (digest.readUInt32BE(4) % steps);
}

// Splits a text into pieces of a few words, as a model sends them.
const inPieces = (text) => text.match(/(?:\S+\s*){1,4}|\s+/g) ?? [];
const tokens = (text) => Math.ceil(text.length / 4);
// Replaces signs by those of a printed book.
export const printed = (text) => text.replaceAll("-", "−").replaceAll("*", "×").replaceAll("/", "÷");
const said = (turns, role) => turns.filter((turn) => turn.role === role);

// Returns the state of a dialogue. `scope` has the steps that the last turn of the user is about.
// `claimed` has the values that were claimed before that turn, and `results` the results of tools
// after it. `blamed` has the steps that were reported as incorrect.
function situation(procedure, turns) {
  const { steps } = procedure;
  const claimed = new Map();
  const blamed = new Set();
  let scope = steps;
  let isAnswerOnly = false;
  let results = [];
  let hasBegun = false;
  for (const { role, text, results: more } of turns) {
    if (role === "user") {
      const request = reads(text, steps, !hasBegun);
      counted({ scope, results }).forEach((value, name) => claimed.set(name, value));
      request.blamed.forEach((name) => blamed.add(name));
      const left = steps.filter((name) => !claimed.has(name));
      const from = steps.indexOf(request.blamed[0]);
      isAnswerOnly = false;
      results = [];
      if (request.scope.length > 0) scope = request.scope;
      else if (request.blamed.length > 0) scope = steps.slice(from, Math.max(from, steps.indexOf(scope.at(-1))) + 1);
      else if (hasBegun && request.wantsAnswer) isAnswerOnly = true;
      else if (hasBegun && left.length > 0) scope = left;
      else scope = steps;
      hasBegun ||= read(text).steps.length > 0;
    } else if (role === "results") {
      results.push(...more);
    } else {
      claims(text, steps).forEach((value, name) => claimed.set(name, value));
    }
  }
  return { scope: isAnswerOnly ? [] : scope, claimed, blamed, isAnswerOnly, results };
}

// Returns the call of a tool for the next step, or under `all` a call for each remaining step;
// empty if no step remains.
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

// Returns the results of tools as values of the steps in order, if they are numbers.
function counted({ scope, results }) {
  const values = results.map((text, at) => [scope[at], text.trim()]).filter(([name, text]) => name && /^-?\d+$/.test(text));
  return new Map(values.map(([name, text]) => [name, BigInt(text)]));
}

// Applies a script to the state of a dialogue: steps that are done early or in excess, the
// incorrect step, and the steps as they are carried out.
function seen(procedure, turns, script, prompt, usesTools) {
  const { steps } = procedure;
  const now = situation(procedure, turns);
  if (script.hurries) Object.assign(now, { scope: steps, isAnswerOnly: false });
  if (script.overdoes) now.scope = steps.slice(steps.indexOf(now.scope[0]), steps.indexOf(now.scope.at(-1)) + 2);
  const calls = usesTools && steps.length > 0 && !now.isAnswerOnly;
  const firstWrong = script.collapses ? collapse(prompt, steps.length) : (script.wrongAt ?? 0);
  const wrongAt = script.mends && now.blamed.has(steps[firstWrong - 1]) ? 0 : firstWrong;
  const claimed = calls ? new Map([...now.claimed, ...counted(now)]) : now.claimed;
  const scope = calls ? now.scope.slice(now.results.length) : now.scope;
  const done = carryOut(procedure, { wrongAt, claimed, scope });
  return { ...now, calls, done, left: scope.length };
}

// Returns the text of an answer: a line for each step of the turn, unless tools calculated them,
// and the answer after the last step.
function textOf({ last: asked }, { scope, done, isAnswerOnly, calls }, isCut, cutAt, answersOnly) {
  const lines = answersOnly || isAnswerOnly || calls ? [] : scope.map((name) => done.get(name).text);
  const last = done.get(asked)?.result;
  const isEnd = !isCut && (isAnswerOnly || scope.includes(asked));
  const end = answersOnly ? `${last}` : `Answer: ${last}`;
  return lines.slice(0, isCut ? cutAt : lines.length).join("") + (isEnd ? end : "");
}

// Returns the answer of the model to a prompt or a dialogue. Turns are `{ role: "user" |
// "assistant", text }` and `{ role: "results", results }`. `tools` has the names of the offered
// tools. The answer has `reasoning` and `text` in pieces, `calls` with arguments as text, `stop`
// (`natural`, `length`, `refusal`, `tool`) and `tokens`.
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
