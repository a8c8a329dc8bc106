// Tests how the model of the server in `faults.mjs` reads procedures from prompts. Some are golden
// prompts of whole numbers. The others have look-ups, independent steps or changed signs, in each of
// the four wordings, or unordered lines.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { answer } from "./faults/model.mjs";
import { carryOut, read } from "./faults/procedure.mjs";

const GOLDEN = new URL("../golden/", import.meta.url);
const ONCE = /^(answer-only|trace|free|structured|unchained|copy|shuffled|filler\.\d+|exception|remapped)$/;

const text = (prompt, script = {}) => answer(prompt, script).text.join("");
const END = 'End with a line that reads "Answer: " followed by the value of S5, as a whole number.';
const FORM = (line) => `For each step write one line in the form\n\n${line}\n\n${END}`;
const fenced = (word, lines) => ["```" + word, ...lines, "```"].join("\n");
const object = (members, steps) => fenced("json", ["{", ...members, '  "steps": [', steps.map((step) => `    ${JSON.stringify(step)}`).join(",\n"), '  ],\n  "answer": "S5"\n}']);
const step = (name, op, left, right) => ({ name, op, left, right });
const of = (name, table, looked) => ({ name, table, of: looked });

// The lines of the procedure in a prompt, by condition and wording. `changed` is for conditions that
// change the meaning of signs.
const LISTINGS = {
  unchained: {
    assignments: "S3 = (-12) - 5\nS4 = 4 + 30\nS5 = 8 * (-9)",
    english: "- Subtract 5 from -12 and call the result S3.\n- Add 4 and 30 and call the result S4.\n- Multiply 8 by -9 and call the result S5.",
    python: fenced("python", ["S3 = (-12) - 5", "S4 = 4 + 30", "S5 = 8 * (-9)", "print(S5)"]),
    json: object([], [step("S3", "-", "-12", "5"), step("S4", "+", "4", "30"), step("S5", "*", "8", "-9")]),
  },
  copy: {
    assignments: "K: 10 -> 22, 22 -> 35, 35 -> 10\nL: 10 -> 35, 22 -> 10, 35 -> 22\n\nS2 = 22\nS3 = L(S2)\nS4 = K(S3)\nS5 = K(S4)",
    english:
      "Table K: 10 gives 22, 22 gives 35, 35 gives 10.\nTable L: 10 gives 35, 22 gives 10, 35 gives 22.\n\n- Let S2 be 22.\n- Look S2 up in table L and call the result S3.\n- Look S3 up in table K and call the result S4.\n- Look S4 up in table K and call the result S5.",
    python: fenced("python", ["K = {10: 22, 22: 35, 35: 10}", "L = {10: 35, 22: 10, 35: 22}", "", "S2 = 22", "S3 = L[S2]", "S4 = K[S3]", "S5 = K[S4]", "print(S5)"]),
    json: object(
      ['  "tables": {"K": {"10": "22", "22": "35", "35": "10"}, "L": {"10": "35", "22": "10", "35": "22"}},', '  "inputs": {"S2": "22"},'],
      [of("S3", "L", "S2"), of("S4", "K", "S3"), of("S5", "K", "S4")],
    ),
  },
  changed: {
    assignments: "S1 = 12\nS2 = 30\nS3 = S1 - S2\nS4 = S1 - 5\nS5 = S4 / S4",
    english:
      "1. Let S1 be 12.\n2. Let S2 be 30.\n3. Subtract S2 from S1 and call the result S3.\n4. Subtract 5 from S1 and call the result S4.\n5. Divide S4 by S4 and call the result S5.",
    python: fenced("python", ["S1 = 12", "S2 = 30", "S3 = S1 - S2", "S4 = S1 - 5", "S5 = S4 // S4", "print(S5)"]),
    json: object(['  "inputs": {"S1": "12", "S2": "30"},'], [step("S3", "-", "S1", "S2"), step("S4", "-", "S1", "5"), step("S5", "/", "S4", "S4")]),
  },
};
const EXCEPTION = {
  english: 'There is one more rule: where at least one of the two operands is greater than 20, "Add x and y" means to subtract y from x, and "Subtract y from x" means to add x and y.',
  signs: "There is one more rule: where at least one of the two operands of + or - is greater than 20, read + as - and - as +.",
};
const REMAPPED = {
  english:
    'The words for operations do not mean what they usually mean: "add x and y" means to divide x by y, "subtract y from x" means to multiply x by y, "multiply x by y" means to add x and y, and "divide x by y" means to subtract y from x.',
  python: "The signs do not mean what they usually mean: x + y is x divided by y, x - y is x times y, x * y is x plus y, and x // y is x minus y.",
  signs: "The signs do not mean what they usually mean: x + y is x divided by y, x - y is x times y, x * y is x plus y, and x / y is x minus y.",
};

test("golden whole-number prompts are evaluated to their recorded values", () => {
  const files = readdirSync(GOLDEN).filter((name) => name.endsWith(".json"));
  const items = files.map((name) => [name, JSON.parse(readFileSync(new URL(name, GOLDEN), "utf8")).item]);
  const whole = items.filter(([, item]) => item && /^(integer|mod\d+)$/.test(item.spec.numbers) && ONCE.test(item.condition));
  assert.ok(whole.length > 20);
  for (const [name, { prompt, steps, answer: right, condition }] of whole) {
    const done = carryOut(read(prompt));
    assert.deepEqual(steps.map((step) => `${done.get(step.name)?.result}`), steps.map(({ value }) => value), name);
    if (condition !== "structured") assert.match(text(prompt), new RegExp(`(^|: )${right}$`), name);
  }
});

for (const wording of ["assignments", "english", "python", "json"]) {
  const listing = (of) => LISTINGS[of][wording];
  const rule = (rules) => rules[wording] ?? rules.signs;

  test(`independent steps are evaluated: ${wording}`, () => {
    const prompt = `${listing("unchained")}\n\n${FORM("C = 4 + 9 = 13")}`;
    const lines = ["S3 = -12 - 5 = -17", "S4 = 4 + 30 = 34", "S5 = 8 * (-9) = -72", "Answer: -72"];
    assert.equal(text(prompt), lines.join("\n"));
    assert.equal(text(prompt, { wrongAt: 2 }), lines.with(1, "S4 = 4 + 30 = 35").join("\n"));
  });

  test(`table look-ups are evaluated: ${wording}`, () => {
    const prompt = `${listing("copy")}\n\n${FORM("C = 13")}`;
    assert.equal(text(prompt), "S3 = 10\nS4 = 22\nS5 = 35\nAnswer: 35");
    // The incorrect look-up takes the next row, and the later steps follow from it.
    assert.equal(text(prompt, { wrongAt: 1 }), "S3 = 22\nS4 = 35\nS5 = 10\nAnswer: 10");
  });

  test(`the exception rule swaps + and -: ${wording}`, () => {
    const prompt = `${rule(EXCEPTION)}\n\n${listing("changed")}\n\n${FORM("C = A - B = 4 + 9 = 13")}`;
    const first = wording === "english" ? "S1 + S2" : "S1 - S2";
    assert.equal(text(prompt), `S3 = ${first} = 12 + 30 = 42\nS4 = S1 - 5 = 12 - 5 = 7\nS5 = S4 / S4 = 7 / 7 = 1\nAnswer: 1`);
  });

  test(`remapped operations are evaluated: ${wording}`, () => {
    const prompt = `${rule(REMAPPED)}\n\n${listing("changed")}\n\n${FORM("C = A * B = 4 + 9 = 13")}`;
    const [times, minus] = wording === "english" ? ["*", "-"] : ["-", "/"];
    const lines = [`S3 = S1 ${times} S2 = 12 * 30 = 360`, `S4 = S1 ${times} 5 = 12 * 5 = 60`, `S5 = S4 ${minus} S4 = 60 - 60 = 0`, "Answer: 0"];
    assert.equal(text(prompt), lines.join("\n"));
  });
}

test("the exception rule applies to the model's own values", () => {
  const listing = "S1 = 1\nS2 = 19\nS3 = S1 + S2\nS4 = S3 + S1";
  const prompt = `${EXCEPTION.signs}\n\n${listing}\n\n${FORM("C = A + B = 4 + 9 = 13").replace("S5", "S4")}`;
  assert.match(text(prompt), /^S4 = S3 \+ S1 = 20 \+ 1 = 21$/m);
  assert.match(text(prompt, { wrongAt: 1 }), /^S4 = S3 \+ S1 = 21 - 1 = 20$/m);
});

test("lines are evaluated in any order, and the answer need not be the last", () => {
  const opening = "The lines stand in no particular order: carry out each one as soon as the values that it uses are known.";
  const lines = ["- Add S3 and S4 and call the result S5.", "- Let S1 be 4.", "- Subtract 9 from S1 and call the result S3.", "- Multiply S1 by S3 and call the result S4.", "- Let S2 be 1.", "- Add S2 and 7 and call the result S6."];
  const prompt = `${opening}\n\n${lines.join("\n")}\n\n`;
  assert.match(text(prompt + END), /^S5 = S3 \+ S4 = -5 \+ \(-20\) = -25$/m);
  assert.match(text(prompt + END), /\nAnswer: -25$/);
  // The last step of a dialogue is unknown until a turn names it.
  const turns = [{ role: "user", text: `${prompt}Now do S3 and S4.` }];
  assert.equal(text(turns), "S3 = S1 - 9 = 4 - 9 = -5\nS4 = S1 * S3 = 4 * (-5) = -20\n");
  turns.push({ role: "assistant", text: text(turns) }, { role: "user", text: `Now do S6 and S5, and ${END.replace("End", "end")}` });
  assert.deepEqual(text(turns).split("\n").toSorted(), ["Answer: -25", "S5 = S3 + S4 = -5 + (-20) = -25", "S6 = S2 + 7 = 1 + 7 = 8"]);
});
