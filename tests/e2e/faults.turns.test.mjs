// Tests the server of `faults.mjs` over several turns: tool calls and their results in each wire
// format, over plain fetch. Also tests how its model reads a dialogue.

import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { answer } from "./faults/model.mjs";
import { reads } from "./faults/procedure.mjs";
import { KEY, startFaults } from "./faults.mjs";

const PROMPT = `Carry out this procedure. It has two inputs and 3 steps.

S1 = 9
S2 = 20
S3 = S1 - S2
S4 = S3 * 5
S5 = S1 - S4

For each step write one line in the form

C = A + B = 4 + 9 = 13

End with a line that reads "Answer: " followed by the value of S5.`;
const LINES = ["S3 = S1 - S2 = 9 - 20 = -11", "S4 = S3 * 5 = -11 * 5 = -55", "S5 = S1 - S4 = 9 - (-55) = 64"];
const CALLS = [
  { step: "S3", left: "9", operation: "-", right: "20" },
  { step: "S4", left: "-11", operation: "*", right: "5" },
  { step: "S5", left: "9", operation: "-", right: "-55" },
];
const SCHEMA = { type: "object", properties: { step: { type: "string" } } };

let faults;
before(async () => (faults = await startFaults()));
after(() => faults.close());
beforeEach(() => faults.reset());

const functions = [{ type: "function", function: { name: "calculate", parameters: SCHEMA } }];
const user = (content) => ({ role: "user", content });
// Returns the objects of a reply, streamed or whole.
function objects(text) {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("event:") && !line.includes("[DONE]"));
  return lines.map((line) => JSON.parse(line.replace(/^data: /, "")));
}
const joined = (pieces) => pieces.filter(Boolean).join("");
// Joins the pieces of each call, by its number.
function assembled(pieces) {
  const calls = [];
  for (const { index, id, name, text = "" } of pieces) {
    const at = index ?? calls.length;
    calls[at] ??= { id, name, text: "" };
    calls[at].text += text;
  }
  return calls;
}
const ofFunction = (index, { id, function: { name, arguments: text } }) => ({ index, id, name, text });

// For each format: the body of a request, the calls in its reply, the turns that go on from there,
// and the end of a reply with calls.
const FORMATS = {
  openai: {
    path: "/chat/completions",
    body: (turns) => ({ messages: turns, tools: functions }),
    calls: (values) =>
      assembled(values.flatMap(({ choices: [{ delta, message }] }) => (delta ?? message).tool_calls ?? []).map((call) => ofFunction(call.index, call))),
    turns: (calls, results) => [
      { role: "assistant", content: null, tool_calls: calls.map(({ id, name, text }) => ({ id, type: "function", function: { name, arguments: text } })) },
      ...calls.map(({ id }, at) => ({ role: "tool", tool_call_id: id, content: results[at] })),
    ],
    stop: /"finish_reason":"tool_calls"/,
  },
  "openai-responses": {
    path: "/responses",
    body: (turns) => ({ input: turns, tools: [{ type: "function", name: "calculate", parameters: SCHEMA }] }),
    calls: (values) =>
      (values.at(-1).response ?? values.at(-1)).output
        .filter(({ type }) => type === "function_call")
        .map(({ call_id, name, arguments: text }) => ({ id: call_id, name, text })),
    turns: (calls, results) => [
      ...calls.map(({ id, name, text }) => ({ type: "function_call", call_id: id, name, arguments: text })),
      ...calls.map(({ id }, at) => ({ type: "function_call_output", call_id: id, output: results[at] })),
    ],
    stop: /"status":"completed"/,
  },
  anthropic: {
    path: "/messages",
    body: (turns) => ({ max_tokens: 9, messages: turns, tools: [{ name: "calculate", input_schema: SCHEMA }] }),
    calls(values) {
      const blocks = values.flatMap(({ index, content_block, delta, content }) => {
        if (content) return content.map((block, at) => ({ index: at, ...block, text: JSON.stringify(block.input) }));
        return content_block ? [{ index, ...content_block, text: "" }] : delta?.partial_json ? [{ index, text: delta.partial_json }] : [];
      });
      return assembled(blocks).filter(Boolean).filter(({ name }) => name !== undefined);
    },
    turns: (calls, results) => [
      { role: "assistant", content: calls.map(({ id, name, text }) => ({ type: "tool_use", id, name, input: JSON.parse(text) })) },
      { role: "user", content: calls.map(({ id }, at) => ({ type: "tool_result", tool_use_id: id, content: results[at] })) },
    ],
    stop: /"stop_reason":"tool_use"/,
  },
  gemini: {
    path: (model, stream) => `/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
    user: (text) => ({ role: "user", parts: [{ text }] }),
    body: (turns) => ({ contents: turns, tools: [{ functionDeclarations: [{ name: "calculate", parametersJsonSchema: SCHEMA }] }] }),
    calls: (values) =>
      values
        .flatMap(({ candidates }) => candidates[0].content.parts)
        .filter(({ functionCall }) => functionCall)
        .map(({ functionCall: { name, args }, thoughtSignature }) => ({ name, text: JSON.stringify(args), thoughtSignature })),
    turns: (calls, results) => [
      {
        role: "model",
        parts: calls.map(({ name, text, thoughtSignature }) => ({ functionCall: { name, args: JSON.parse(text) }, thoughtSignature })),
      },
      { role: "user", parts: calls.map(({ name }, at) => ({ functionResponse: { name, response: { output: results[at] } } })) },
    ],
    stop: /"finishReason":"STOP"/,
  },
  cohere: {
    path: "/v2/chat",
    body: (turns) => ({ messages: turns, tools: functions }),
    calls: (values) =>
      assembled(
        values.flatMap(({ index, delta, message }) => {
          const call = delta?.message?.tool_calls;
          return call ? [ofFunction(index, call)] : (message?.tool_calls ?? []).map((whole) => ofFunction(undefined, whole));
        }),
      ),
    turns: (...args) => FORMATS.openai.turns(...args),
    stop: /"finish_reason":"TOOL_CALL"/,
  },
  ollama: {
    path: "/chat",
    body: (turns) => ({ messages: turns, tools: functions }),
    calls: (values) =>
      values
        .flatMap(({ message }) => message.tool_calls ?? [])
        .map(({ function: { name, arguments: args } }) => ({ name, text: JSON.stringify(args) })),
    turns: (calls, results) => [
      { role: "assistant", content: "", tool_calls: calls.map(({ name, text }) => ({ function: { name, arguments: JSON.parse(text) } })) },
      ...calls.map(({ name }, at) => ({ role: "tool", tool_name: name, content: results[at] })),
    ],
    stop: /"done_reason":"stop"/,
  },
};

async function ask(slug, model, turns, stream = true) {
  const { path, body } = FORMATS[slug];
  const address = faults.base(slug) + (typeof path === "string" ? path : path(model, stream));
  const headers = { authorization: `Bearer ${KEY}`, "x-api-key": KEY, "x-goog-api-key": KEY };
  return fetch(address, { method: "POST", headers, body: JSON.stringify({ model, stream, ...body(turns) }) });
}

const first = (slug) => [(FORMATS[slug].user ?? user)(PROMPT)];

// Returns the result of a call, as the tool computes it.
function result({ name, text }) {
  const { left, operation, right } = JSON.parse(text);
  if (name !== "calculate") return "error: there is no such tool";
  return `${{ "-": left - right, "*": left * right }[operation]}`;
}

for (const slug of Object.keys(FORMATS)) {
  for (const stream of [true, false]) {
    test(`${slug} calls a tool step by step and then answers ${stream ? "in a stream" : "in one body"}`, async () => {
      const format = FORMATS[slug];
      const turns = first(slug);
      for (const wanted of CALLS) {
        const text = await (await ask(slug, "calls", turns, stream)).text();
        const calls = format.calls(objects(text));
        assert.deepEqual(calls.map((call) => [call.name, JSON.parse(call.text)]), [["calculate", wanted]]);
        assert.match(text, format.stop);
        turns.push(...format.turns(calls, calls.map(result)));
      }
      const text = await (await ask(slug, "calls", turns, stream)).text();
      assert.deepEqual(format.calls(objects(text)), []);
      assert.match(text, /64/);
    });

    test(`${slug} calls the tool for all steps at once ${stream ? "in a stream" : "in one body"}`, async () => {
      const calls = FORMATS[slug].calls(objects(await (await ask(slug, "calls-all", first(slug), stream)).text()));
      assert.deepEqual(calls.map(({ text }) => JSON.parse(text)), CALLS);
      const turns = [...first(slug), ...FORMATS[slug].turns(calls, calls.map(result))];
      assert.match(await (await ask(slug, "calls-all", turns, stream)).text(), /64/);
    });
  }

  test(`${slug} refuses a dialogue with a missing tool result`, async () => {
    const calls = FORMATS[slug].calls(objects(await (await ask(slug, "calls-all", first(slug), false)).text()));
    const turns = FORMATS[slug].turns(calls, ["-11", "-55", "64"]);
    const last = turns.at(-1);
    if (Array.isArray(last.content ?? last.parts)) (last.content ?? last.parts).pop();
    else turns.pop();
    assert.equal((await ask(slug, "calls-all", [...first(slug), ...turns])).status, 400);
  });

  test(`${slug} truncates the reply after a given number of turns`, async () => {
    const calls = FORMATS[slug].calls(objects(await (await ask(slug, "calls+breaks-after-1", first(slug), false)).text()));
    const turns = [...first(slug), ...FORMATS[slug].turns(calls, ["-11"])];
    const whole = await (await ask(slug, "calls", turns)).text();
    const cut = await (await ask(slug, "calls+breaks-after-1", turns)).text();
    assert.ok(cut.length < whole.length * 0.6);
  });
}

test("tool results without required reasoning or signatures are refused", async () => {
  const called = { id: "a", type: "function", function: { name: "calculate", arguments: "{}" } };
  const chat = (rest) => [user(PROMPT), { role: "assistant", content: null, tool_calls: [called], ...rest }, { role: "tool", tool_call_id: "a", content: "1" }];
  const body = (messages) => ({ method: "POST", headers: { authorization: `Bearer ${KEY}` }, body: JSON.stringify({ model: "calls+reasons", messages, tools: functions }) });
  const status = async (rest) => (await fetch(`${faults.base("deepseek")}/chat/completions`, body(chat(rest)))).status;
  assert.deepEqual([await status({}), await status({ reasoning_content: "" })], [400, 200]);
  const use = { type: "tool_use", id: "a", name: "calculate", input: {} };
  const thinking = { type: "thinking", thinking: "", signature: "aW52" };
  const anthropic = (blocks) => [user(PROMPT), { role: "assistant", content: blocks }, { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "1" }] }];
  assert.equal((await ask("anthropic", "calls+reasons", anthropic([use]))).status, 400);
  assert.equal((await ask("anthropic", "calls+reasons", anthropic([thinking, use]))).status, 200);
  const gemini = (part) => [
    { role: "user", parts: [{ text: PROMPT }] },
    { role: "model", parts: [{ functionCall: { name: "calculate", args: {} }, ...part }] },
    { role: "user", parts: [{ functionResponse: { name: "calculate", response: { output: "1" } } }] },
  ];
  assert.equal((await ask("gemini", "calls", gemini({}))).status, 400);
  assert.equal((await ask("gemini", "calls", gemini({ thoughtSignature: "c2lnbmVk" }))).status, 200);
});

test("tools are refused if scripted, and ignored by other models", async () => {
  assert.equal((await (await ask("openai", "400-names-tools", first("openai"))).json()).error.param, "tools");
  assert.match(await (await ask("openai", "right", first("openai"), false)).text(), /Answer: 64/);
});

const says = (text) => ({ role: "user", text });
const wrote = (text) => ({ role: "assistant", text });
const gave = (...results) => ({ role: "results", results });
const text = (turns, script = {}, tools) => joined(answer(turns, script, tools).text);
const calls = (turns, script) => answer(turns, script, ["calculate"]).calls;

test("requested and incorrect steps are parsed from a turn", () => {
  const steps = ["S3", "S4", "S5", "S6", "S7"];
  for (const [turn, scope, blamed = []] of [
    ["Now do S4 to S6.", ["S4", "S5", "S6"]],
    ["Next: steps S4 through S5, one line each.", ["S4", "S5"]],
    ["S4–S6 please", ["S4", "S5", "S6"]],
    ["Do step S7.", ["S7"]],
    ["Now S3 and S5", ["S3", "S5"]],
    ["S5 is wrong. Do S5 to S7 again.", ["S5", "S6", "S7"], ["S5"]],
    ["There is a mistake in step S4.", [], ["S4"]],
    ["S3 = S1 + S2 = 13\nGo on.", []],
    ["Give the answer, the value of S7.", []],
  ]) {
    const { scope: found, blamed: blames } = reads(turn, steps, false);
    assert.deepEqual([found, blames], [scope, blamed], turn);
  }
  assert.deepEqual(reads(PROMPT, steps, true).scope, []);
  assert.deepEqual(reads(`${PROMPT}\nNow do only S3.`, steps, true).scope, ["S3"]);
});

test("each turn yields its steps, and the last one the answer", () => {
  const turns = [says(`${PROMPT}\n\nFirst do S3 to S4.`)];
  assert.equal(text(turns), `${LINES[0]}\n${LINES[1]}\n`);
  turns.push(wrote(text(turns)), says("Now do S5."));
  assert.equal(text(turns), `${LINES[2]}\nAnswer: 64`);
  assert.equal(text([...turns, wrote(LINES[2]), says("What is the answer?")]), "Answer: 64");
  assert.equal(text([says(PROMPT), wrote(`${LINES[0]}\n`), says("Go on.")]), `${LINES[1]}\n${LINES[2]}\nAnswer: 64`);
  assert.equal(text([says(PROMPT), wrote("S3 = 1"), says("Now do S4.")]), "S4 = S3 * 5 = 1 * 5 = 5\n");
});

test("a reported error is fixed only if the script fixes errors", () => {
  const turns = [says(PROMPT)];
  turns.push(wrote(text(turns, { wrongAt: 2 })), says("Step S4 is wrong. Do it and what follows again."));
  assert.match(text(turns, { wrongAt: 2 }), /^S4 = .* = -54\nS5 .* = 63\nAnswer: 63$/);
  assert.equal(text(turns, { wrongAt: 2, mends: true }), `${LINES[1]}\n${LINES[2]}\nAnswer: 64`);
  const other = [...turns.slice(0, 2), says("Step S3 is wrong.")];
  assert.match(text(other, { wrongAt: 2, mends: true }), /^S3 .*\nS4 .* = -54\n/);
});

test("scripted models misuse the tool in each way", () => {
  const turns = [says(PROMPT)];
  const [one] = calls(turns, { calls: "one" });
  assert.deepEqual(JSON.parse(one.arguments), CALLS[0]);
  assert.equal(calls(turns, { calls: "unknown" })[0].name, "look_up");
  assert.throws(() => JSON.parse(calls(turns, { calls: "malformed" })[0].arguments), SyntaxError);
  assert.equal(JSON.parse(calls(turns, { calls: "one", wrongAt: 1 })[0].arguments).left, "10");
  const later = [...turns, wrote(""), gave("-11"), wrote(""), gave("error: not now")];
  assert.deepEqual(JSON.parse(calls(later, { calls: "one" })[0].arguments), CALLS[2]);
  assert.deepEqual(calls(later, { calls: "loop" }), calls(turns, { calls: "loop" }));
  const cut = answer(turns, { calls: "one", cutAt: 0 }, ["calculate"]);
  assert.deepEqual([cut.stop, cut.calls.length], ["length", 1]);
  assert.equal(text([...later, wrote(""), gave("64")], { calls: "one" }, ["calculate"]), "Answer: 64");
});

test("scripted models do extra steps, finish early or apologise", () => {
  const turns = [says(`${PROMPT}\n\nFirst do S3.`)];
  assert.equal(text(turns, { overdoes: true }), `${LINES[0]}\n${LINES[1]}\n`);
  assert.equal(text(turns, { hurries: true }), `${LINES.join("\n")}\nAnswer: 64`);
  assert.match(text(turns, { apologisesAfter: 0 }), /^I apologize/);
  assert.equal(text(turns, { apologisesAfter: 1 }), `${LINES[0]}\n`);
  assert.match(text([...turns, wrote(""), says("Go on.")], { apologisesAfter: 1 }), /^I apologize/);
});
