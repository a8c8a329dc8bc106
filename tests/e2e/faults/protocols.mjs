// Replies of the scripted model to prompts that ask for no trace. They ask for a program, a list of
// objects, a single operation, the operands of steps, calls of a calculator in text, or a review. For
// other prompts `protocol` returns `undefined`.

import { carryOut, claims, read } from "./procedure.mjs";

const bracketed = (text) => (text.startsWith("-") ? `(${text})` : text);

// Returns the operands and the operation of a step; an incorrect step has another first operand.
function joined({ lines }, name, { wrongAt = 0 }) {
  const steps = lines.filter(({ isInput }) => !isInput);
  const at = steps.findIndex((line) => line.name === name);
  const { left, operation, right } = steps[at];
  const other = lines.map((line) => line.name).filter((known) => known !== left && known !== name)[0];
  return { left: at + 1 === wrongAt ? other : left, operation, right };
}

function program(procedure, script) {
  const inputs = procedure.lines.filter(({ isInput }) => isInput).map(({ name, left }) => `${name} = ${left}`);
  const steps = procedure.steps.map((name) => {
    const { left, operation, right } = joined(procedure, name, script);
    return `${name} = ${left} ${operation} ${right}`;
  });
  return ["```python", ...inputs, ...steps, `print(${procedure.last})`, "```"].join("\n");
}

// Writes the operands and the operation of each step.
function joins(procedure, script) {
  const rows = procedure.steps.map((name) => {
    const { left, operation, right } = joined(procedure, name, script);
    return `${name} = ${left} ${operation} ${right}`;
  });
  return [...rows, `Answer: ${procedure.last}`].join("\n");
}

// Writes the operands and the result of each step, as JSON.
function structured(procedure, { wrongAt = 0 }) {
  const exact = carryOut(procedure, { wrongAt });
  const result = (name) => `${exact.get(name).result}`;
  const inputs = new Map(procedure.lines.filter(({ isInput }) => isInput).map(({ name, left }) => [name, left]));
  const value = (operand) => inputs.get(operand) ?? (exact.has(operand) ? result(operand) : operand);
  const steps = procedure.lines
    .filter(({ isInput }) => !isInput)
    .map(({ name, left, right }) => ({ name, left: value(left), right: value(right), value: result(name) }));
  return JSON.stringify({ steps, answer: result(procedure.last) });
}

// Writes the result of a single operation. A model with an incorrect step makes an error each time,
// since it cannot know which step is asked.
function alone(prompt, { wrongAt = 0 }) {
  const [, left, operation, right] = /^\(?(-?\d+)\)? ([-+*/]) \(?(-?\d+)\)?$/m.exec(prompt) ?? [];
  const modulus = /modulo \d+/.exec(prompt)?.[0] ?? "";
  const { steps, ...procedure } = read(`${modulus}\nA = ${left}\nB = ${right}\nC = A ${operation} B`);
  return `Answer: ${carryOut(procedure, { wrongAt: wrongAt > 0 ? 1 : 0 }).get(steps[0])?.result}`;
}

function descriptions(procedure, prompt, script) {
  const named = /The steps are (.*)\./.exec(prompt)?.[1].split(", ") ?? [];
  return named
    .filter((name) => procedure.steps.includes(name))
    .map((name) => {
      const { left, operation, right } = joined(procedure, name, script);
      return `${name} = ${left} ${operation} ${right}`;
    })
    .join("\n");
}

// Writes the next call of a calculator in text, or the answer once every step has its result.
function textCall(procedure, turns, script) {
  const requests = turns.filter(({ role }) => role === "user").slice(1);
  const claimed = requests.reduce((all, { text }) => new Map([...all, ...claims(text, procedure.steps)]), new Map());
  const next = procedure.steps.find((name) => !claimed.has(name));
  const last = procedure.last;
  if (next === undefined) return `Answer: ${claimed.get(last)}`;
  const { left, operation, right } = carryOut(procedure, { wrongAt: script.wrongAt ?? 0, claimed, scope: [next] }).get(next);
  return `CALL ${next}: ${bracketed(left)} ${operation} ${bracketed(right)}`;
}

// Writes the answer of a review. A model that mends first writes the corrected lines from its
// incorrect step on.
function review(procedure, script) {
  const { wrongAt = 0, mends } = script;
  const done = carryOut(procedure, { wrongAt: mends ? 0 : wrongAt });
  const from = mends && wrongAt > 0 ? wrongAt - 1 : procedure.steps.length;
  const lines = procedure.steps.slice(from).map((name) => done.get(name).text);
  return `${lines.join("")}Answer: ${done.get(procedure.last).result}`;
}

export function protocol(procedure, turns, prompt, script) {
  const last = turns.at(-1)?.text ?? "";
  if (last.startsWith("Carry out one operation.")) return alone(last, script);
  if (procedure.steps.length === 0) return undefined;
  if (prompt.includes("Write this procedure as a program")) return program(procedure, script);
  if (prompt.includes("Reply with one JSON object")) return structured(procedure, script);
  if (prompt.includes("End with the line\n\nAnswer: ")) return joins(procedure, script);
  if (prompt.includes("For each of these steps write one line")) return descriptions(procedure, prompt, script);
  if (prompt.includes("CALL C: ")) return textCall(procedure, turns, script);
  if (last.startsWith("Check your lines")) return review(procedure, script);
  return undefined;
}
