// Tests the server of `faults.mjs` itself: each wire format and each fault, over plain fetch.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { request } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { KEY, startFaults } from "./faults.mjs";
import { ENDINGS } from "./faults/endings.mjs";

const ORIGIN = "http://page.example";
const PROMPT = `Carry out this procedure. It has two inputs and 3 steps.

S1 = 9
S2 = 20
S3 = S1 - S2
S4 = S3 * 5
S5 = S1 - S4

For each step write one line in the form

C = A + B = 4 + 9 = 13

End with a line that reads "Answer: " followed by the value of S5.`;
const TRACE = `S3 = S1 - S2 = 9 - 20 = -11
S4 = S3 * 5 = -11 * 5 = -55
S5 = S1 - S4 = 9 - (-55) = 64
Answer: 64`;

// For each format: the path and body of a request, and the place of text, reasoning, stop and
// tokens in a reply.
const FORMATS = {
  mistral: {
    body: (model, stream) => ["/chat/completions", { model, stream, messages: [{ role: "user", content: PROMPT }] }],
    piece: ({ choices, usage }) => {
      const { content, finish_reason } = { ...choices[0], ...choices[0].delta, ...choices[0].message };
      const parts = typeof content === "string" ? [{ text: content }] : (content ?? []);
      const reasoning = parts.flatMap(({ thinking }) => thinking ?? []).map(({ text }) => text);
      return { text: parts.map(({ text }) => text ?? ""), reasoning, stop: finish_reason, output: usage?.completion_tokens };
    },
    length: "length",
  },
  "openai-responses": {
    body: (model, stream) => ["/responses", { model, stream, input: [{ role: "user", content: PROMPT }] }],
    piece(value) {
      const { response = value, type, delta } = value;
      const items = type === undefined ? response.output : [];
      const all = (place) => items.flatMap((item) => item[place] ?? []).map(({ text }) => text);
      return {
        text: type === "response.output_text.delta" ? delta : all("content"),
        reasoning: type === "response.reasoning_summary_text.delta" ? delta : all("summary"),
        stop: response.incomplete_details?.reason ?? (response.status === "completed" ? "completed" : undefined),
        output: response.usage?.output_tokens,
      };
    },
    length: "max_output_tokens",
  },
  anthropic: {
    body: (model, stream) => ["/messages", { model, stream, max_tokens: 9, messages: [{ role: "user", content: PROMPT }] }],
    piece({ delta, content = [], stop_reason, usage }) {
      const parts = [delta ?? {}, ...content];
      const all = (name) => parts.map((part) => part[name] ?? "");
      const stop = delta?.stop_reason ?? stop_reason;
      return { text: all("text"), reasoning: all("thinking"), stop, output: usage?.output_tokens };
    },
    length: "max_tokens",
  },
  gemini: {
    body: (model, stream) => [
      `/models/${model}:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`,
      { contents: [{ role: "user", parts: [{ text: PROMPT }] }] },
    ],
    piece({ candidates: [{ content, finishReason }], usageMetadata }) {
      const all = (isThought) => content.parts.filter(({ thought = false }) => thought === isThought).map(({ text }) => text);
      const { candidatesTokenCount: text, thoughtsTokenCount: thoughts = 0 } = usageMetadata ?? {};
      return { text: all(false), reasoning: all(true), stop: finishReason, output: text && text + thoughts };
    },
    length: "MAX_TOKENS",
  },
  cohere: {
    body: (model, stream) => ["/v2/chat", { model, stream, messages: [{ role: "user", content: PROMPT }] }],
    piece(value) {
      const { message, finish_reason, usage } = value.delta ?? value;
      const parts = [message?.content ?? []].flat();
      const all = (name) => parts.map((part) => part[name] ?? "");
      return { text: all("text"), reasoning: all("thinking"), stop: finish_reason, output: usage?.tokens.output_tokens };
    },
    length: "MAX_TOKENS",
  },
  ollama: {
    body: (model, stream) => ["/chat", { model, stream, messages: [{ role: "user", content: PROMPT }] }],
    piece: ({ message, done_reason, eval_count }) => ({
      text: message.content,
      reasoning: message.thinking ?? "",
      stop: done_reason,
      output: eval_count,
    }),
    length: "length",
  },
};

let faults;
before(async () => (faults = await startFaults()));
after(() => faults.close());
beforeEach(() => faults.reset());

const headers = (slug, key = KEY) => ({
  "content-type": "application/json",
  origin: ORIGIN,
  ...(slug === "anthropic"
    ? { "x-api-key": key, "anthropic-version": "2023-06-01", "anthropic-dangerous-direct-browser-access": "true" }
    : slug === "gemini"
      ? { "x-goog-api-key": key }
      : { authorization: `Bearer ${key}` }),
});

// Asks a provider in its own format; providers without an entry above use chat completions.
function ask(slug, model, { stream = true, key, words, more, ...rest } = {}) {
  const [path, body] = (FORMATS[slug] ?? FORMATS.mistral).body(model, stream);
  const init = { method: "POST", headers: headers(slug, key), body: JSON.stringify({ ...body, ...more }), ...rest };
  return fetch(faults.base(slug, words) + path, init);
}

const get = (slug, path, init) => fetch(faults.base(slug) + path, { headers: headers(slug), ...init });

// Returns the objects of a reply, streamed or whole.
function objects(text) {
  if (!text.includes("data:")) return text.trim().split("\n").filter(Boolean).map((line) => JSON.parse(line));
  const lines = text.split("\n").filter((line) => line.startsWith("data:") && !line.includes("[DONE]"));
  return lines.map((line) => JSON.parse(line.slice(5)));
}

function parsed(slug, text) {
  const { piece } = FORMATS[slug] ?? FORMATS.mistral;
  const seen = { text: "", reasoning: "" };
  for (const value of objects(text)) {
    if (value.choices?.length === 0) continue;
    const { text: more, reasoning, stop, output } = piece(value);
    seen.text += [more].flat().join("");
    seen.reasoning += [reasoning].flat().join("");
    seen.stop = stop ?? seen.stop;
    seen.output = output ?? seen.output;
  }
  return seen;
}

for (const [slug, { length }] of Object.entries(FORMATS)) {
  for (const stream of [true, false]) {
    test(`${slug} answers ${stream ? "in a stream" : "in one body"}`, async () => {
      const seen = parsed(slug, await (await ask(slug, "right", { stream })).text());
      assert.equal(seen.text, TRACE);
      assert.equal(seen.reasoning, "");
      assert.match(seen.stop, /^(stop|completed|end_turn|COMPLETE|STOP)$/);
      assert.equal(seen.output, Math.ceil(TRACE.length / 4));
    });
    test(`${slug} sends reasoning and a truncated answer ${stream ? "in a stream" : "in one body"}`, async () => {
      const seen = parsed(slug, await (await ask(slug, "reasons+cut-at-1", { stream })).text());
      assert.equal(seen.text, TRACE.split("\n")[0] + "\n");
      assert.match(seen.reasoning, /^I go through 3 steps\./);
      assert.equal(seen.stop, length);
    });
  }

  test(`${slug} reports an invalid key and an unknown model in its format`, async () => {
    const refused = await ask(slug, "right", { key: "other" });
    if (slug === "ollama") return assert.equal(refused.status, 200);
    assert.equal(refused.status, slug === "gemini" ? 400 : 401);
    const none = await ask(slug, "gpt-0");
    const body = await none.json();
    assert.equal(none.status, 404);
    const word = body.error?.type ?? body.error?.status ?? body.type ?? body.message;
    assert.match(word, /^(invalid_request_error|not_found_error|NOT_FOUND|The model `gpt-0` does not exist\.)$/);
  });

  test(`${slug} simulates cut, reset, stalled and malformed streams`, async () => {
    const whole = await (await ask(slug, "right")).text();
    const cut = await (await ask(slug, "right", { words: "cut-stream" })).text();
    assert.equal(cut, whole.slice(0, cut.length));
    assert.ok(cut.length < whole.length);
    await assert.rejects((await ask(slug, "reset")).text());
    const reader = (await ask(slug, "stall")).body.getReader();
    const quiet = () => Promise.race([reader.read(), pause(100, "quiet")]);
    let read = await reader.read();
    while (read !== "quiet") {
      assert.equal(read.done, false);
      read = await quiet();
    }
    await reader.cancel();
    const malformed = await (await ask(slug, "malformed")).text();
    assert.throws(() => objects(malformed), SyntaxError);
    const failed = await (await ask(slug, "error-mid-stream")).text();
    assert.match(failed, /The server had an error/);
    assert.ok(objects(failed).length > 2);
  });
}

const bytes = async (reply) => Buffer.from(await (await reply).arrayBuffer()).toString("latin1");
const inLatin = (text) => Buffer.from(text).toString("latin1");
const without = (text, word) => text.replaceAll(word, "");

for (const slug of Object.keys(FORMATS)) {
  test(`${slug} varies encoding and framing without changing the text`, async () => {
    const usual = await bytes(ask(slug, "right"));
    const say = (word) => bytes(ask(slug, "right", { words: word }));
    assert.equal(await say("line-ends-crlf"), usual.replaceAll("\n", "\r\n"));
    assert.equal(await say("line-ends-cr"), usual.replaceAll("\n", "\r"));
    assert.equal(await say("byte-order-mark"), inLatin("\ufeff") + usual);
    assert.equal(await say("no-last-line-end"), usual.trimEnd());
    assert.equal(await say("no-space"), usual.replaceAll("data: ", "data:"));
    assert.equal(parsed(slug, await say("unstreamed")).text, TRACE);
    assert.ok(JSON.parse(await say("as-array")).length > 3);
    for (const [word, header, value] of [
      ["odd-type", "content-type", "text/plain"],
      ["gzip", "content-encoding", "gzip"],
      ["x-gzip", "content-encoding", "x-gzip"],
      ["deflate", "content-encoding", "deflate"],
      ["brotli", "content-encoding", "br"],
      ["until-closed", "transfer-encoding", null],
    ]) {
      const reply = await ask(slug, "right", { words: word });
      assert.equal(reply.headers.get(header), value, word);
      assert.equal(await bytes(reply), usual, word);
    }
    const lines = await say("many-lines");
    assert.ok(lines.split("\n").length > 3 * usual.split("\n").length);
    assert.equal(without(lines.replaceAll(/\n(data:)? */g, ""), " "), without(usual.replaceAll(/\n(data:)? */g, ""), " "));
    const unknown = await say("unknown-events");
    assert.match(unknown, /something\.new/);
    assert.match(unknown, /new_member/);
    assert.match(await say("nulls"), /"(content|delta|text)":null/);
    const stops = await say("empty-stops");
    if (!/responses|cohere/.test(slug)) assert.match(stops, /"(finish_reason|stop_reason|finishReason|done_reason)":""/);
    assert.equal(parsed(slug, stops).text, TRACE);
    assert.match(await say("odd-usage"), /:-1.*:1e\+30/);
    assert.equal(parsed(slug, await say("no-usage")).output, undefined);
  });

  test(`${slug} simulates overlong, repeated and endless replies`, async () => {
    assert.ok((await (await ask(slug, "overlong")).text()).length > 9 << 20);
    const lines = (await (await ask(slug, "overlong-line")).text()).split("\n");
    assert.equal(lines.filter((line) => line.length > 4 << 20).length, 1);
    const calls = async (word) => (await (await ask(slug, word)).text()).split('"calculate"').length - 1;
    assert.ok((await calls("many-calls")) >= 65);
    assert.ok([1, 2, 3].includes(await calls("uninvited-call")));
    const twice = await (await ask(slug, "double-end")).text();
    assert.equal(parsed(slug, twice).text, TRACE);
    const end = twice.trimEnd().split("\n").at(-1);
    assert.equal(twice.split(end).length, 3);
    for (const [word, text] of [["babbles", "again "], ["blanks", " "]]) {
      const reader = (await ask(slug, word)).body.getReader();
      let seen = "";
      while (seen.split(`"${text}"`).length < 5) seen += Buffer.from((await reader.read()).value).toString();
      await reader.cancel();
    }
  });

  test(`${slug} simulates missing, failed and filtered endings`, async () => {
    const seen = async (word) => parsed(slug, await (await ask(slug, word)).text());
    for (const word of ["no-end", "no-stop"]) {
      const { text, stop } = await seen(word);
      assert.deepEqual({ text, stop: stop ?? undefined }, { text: TRACE, stop: undefined }, word);
    }
    assert.equal((await seen("no-text")).text, "");
    const part = await seen("filtered");
    assert.ok(part.text.length < TRACE.length);
    assert.match(part.stop, /^(content_filter|refusal|SAFETY|ERROR_TOXIC|stop)$/);
    const failed = await (await ask(slug, "fails")).text();
    if (/openai|mistral|gemini/.test(slug)) assert.match(failed, /"(finish_reason":"error|type":"response\.failed|finishReason":"OTHER)"/);
    const done = await (await ask(slug, "no-done")).text();
    assert.doesNotMatch(done, /DONE|message_stop/);
    const first = await (await ask(slug, "error-first")).text();
    assert.match(first, /The server had an error/);
    assert.equal(objects(first).length, 1);
    const usual = await (await ask(slug, "right")).text();
    assert.match(await (await ask(slug, "429-mid-stream")).text(), /Rate limit reached/);
    assert.match(await (await ask(slug, "404-mid-stream")).text(), /404-mid-stream/);
    assert.equal((await seen("no-text+no-stop")).stop ?? undefined, undefined);
    const late = await (await ask(slug, "right", { words: "error-at-end" })).text();
    assert.ok(late.startsWith(usual));
    assert.match(late.slice(usual.length), /The server had an error/);
    const empty = await ask(slug, "empty");
    assert.deepEqual([empty.status, await empty.text()], [200, ""]);
  });

  test(`${slug} sends unusual characters and invalid UTF-8`, async () => {
    for (const [word, { read }] of Object.entries(ENDINGS)) {
      const { text } = parsed(slug, await (await ask(slug, word)).text());
      assert.equal(text.toWellFormed(), TRACE + read.replace("[key]", KEY), word);
    }
    const spoilt = await bytes(ask(slug, "bad-utf8"));
    assert.match(spoilt, /Done \xff/);
    assert.match(spoilt, /\xe2\x82\./);
  });

  test(`${slug} drops the connection before, during or after the reply`, async () => {
    for (const word of ["hangs-up", "no-http"]) await assert.rejects(ask(slug, word), word);
    await assert.rejects(ask(slug, "silent", { signal: AbortSignal.timeout(100) }), { name: "TimeoutError" });
    const open = (await ask(slug, "left-open")).body.getReader();
    for (let read = await open.read(); read !== "quiet"; read = await Promise.race([open.read(), pause(100, "quiet")])) assert.equal(read.done, false);
    await open.cancel();
    for (const word of ["reset-at-end", "length-too-long"]) await assert.rejects((await ask(slug, word)).text(), word);
    const usual = await (await ask(slug, "right", { words: "length-too-short" })).text();
    const whole = await (await ask(slug, "right")).text();
    assert.equal(usual, whole.slice(0, Math.ceil(whole.length / 3)));
  });
}

test("an informational status precedes the final one", async () => {
  const statuses = [];
  const { origin, pathname } = new URL(`${faults.base("openai", "102-first")}/models`);
  await new Promise((resolve, reject) => {
    const sent = request(`${origin}${pathname.replace("models", "chat/completions")}`, { method: "POST", headers: headers("openai") });
    sent.on("information", ({ statusCode }) => statuses.push(statusCode)).on("error", reject);
    sent.on("response", (reply) => (statuses.push(reply.statusCode), reply.resume().on("end", resolve)));
    sent.end(JSON.stringify({ model: "right", stream: true, messages: [{ role: "user", content: PROMPT }] }));
  });
  assert.deepEqual(statuses, [102, 200]);
});

test("proxies answer with error pages, empty bodies or redirects", async () => {
  for (const slug of Object.keys(FORMATS)) {
    const page = await ask(slug, "502-page");
    assert.deepEqual([page.status, page.headers.get("content-type")], [502, "text/html; charset=utf-8"]);
    assert.match(await page.text(), /^<!doctype html><title>Error 502/);
    const empty = await ask(slug, "524-empty");
    assert.deepEqual([empty.status, await empty.text()], [524, ""]);
    const moved = await ask(slug, "307", { redirect: "manual" });
    assert.equal(moved.status, 307);
    assert.match(moved.headers.get("location"), /^http:\/\/localhost:\d+\/elsewhere\//);
    assert.match(await (await ask(slug, "400-too-long")).text(), /maximum context length/);
  }
});

test("`mend` disables all faults until `reset`", async () => {
  faults.mend();
  assert.equal((await ask("openai", "500")).status, 200);
  assert.equal((await ask("openai", "right", { words: "401" })).status, 200);
  faults.reset();
  assert.equal((await ask("openai", "500")).status, 500);
});

test("the request path alone selects the provider format", async () => {
  for (const [path, word] of [
    ["/v1/chat/completions", "choices"],
    ["/api/v1/chat/completions", "choices"],
    ["/inference/v1/chat/completions", "choices"],
    ["/v1/responses", "output"],
    ["/v2/chat", "finish_reason"],
    ["/api/chat", "done"],
  ]) {
    const turns = [{ role: "user", content: PROMPT }];
    const body = JSON.stringify({ model: "right", stream: false, messages: turns, input: turns });
    const reply = await fetch(faults.origin + path, { method: "POST", headers: headers("openai"), body });
    assert.ok(word in (await reply.json()), path);
  }
});

test("an unknown path gets 404, and from LM Studio 200 with an error", async () => {
  assert.equal((await get("openai", "/nowhere")).status, 404);
  const reply = await get("lm-studio", "/nowhere");
  assert.equal(reply.status, 200);
  assert.equal((await reply.json()).error, "Unexpected endpoint or method. (GET /v1/nowhere)");
});

test("reasoning appears in every known field of chat completions", async () => {
  for (const [place, pattern] of [
    ["reasoning_content", /"reasoning_content":"I go/],
    ["reasoning", /"reasoning":"I go/],
    ["both", /"reasoning":"I go[^}]*"reasoning_content":"I go/],
    ["details", /"reasoning_details":\[\{"type":"reasoning.text","text":"I go/],
    ["parts", /"thinking":\[\{"type":"text","text":"I go/],
    ["tags", /"content":"<think>"/],
    ["closing-tag", /"content":"\\n<\/think>\\n\\n"/],
  ]) {
    assert.match(await (await ask("compatible", `reasons-in-${place}`)).text(), pattern);
    assert.match(await (await ask("compatible", `reasons-in-${place}`, { stream: false })).text(), /I go through/);
  }
  assert.doesNotMatch(await (await ask("openai", "reasons")).text(), /I go/);
});

test("model names select errors, refusals and correct answers", async () => {
  const text = async (model) => parsed("mistral", await (await ask("mistral", model)).text()).text;
  assert.match(await text("wrong-at-2"), /= -11 \* 5 = -54\n.* = 9 - \(-54\) = 63\nAnswer: 63$/);
  assert.equal(await text("vendor/collapses"), TRACE);
  assert.equal(await text("gpt-5.5@right"), TRACE);
  assert.match(await (await ask("openai", "refuses")).text(), /"refusal":"I'm sorry/);
  assert.match(await (await ask("anthropic", "refuses")).text(), /"stop_reason":"refusal"/);
});

test("the accuracy of a collapsing model falls with the number of steps", async () => {
  const { answer } = await import("./faults/model.mjs");
  const prompt = (steps, at) => {
    const lines = Array.from({ length: steps }, (_, step) => `S${step + 3} = S${step + 2} + ${at + 2}`);
    return ["S1 = 1", "S2 = 2", ...lines, "Reply with that value alone"].join("\n");
  };
  const share = (steps) => {
    const items = Array.from({ length: 200 }, (_, at) => at);
    const isRight = (at) => answer(prompt(steps, at), { collapses: true }).text.join("") === `${2 + steps * (at + 2)}`;
    return items.filter(isRight).length / items.length;
  };
  assert.equal(share(15), 1);
  assert.ok(Math.abs(share(30) - 15 / 30) < 0.12);
  assert.ok(Math.abs(share(95) - 15 / 95) < 0.08);
  assert.equal(answer("hello", {}).text.join(""), "There is no procedure here that I can read.");
});

test("error statuses have each provider's format, and can be temporary", async () => {
  for (const slug of ["openai", "anthropic", "gemini", "openrouter", "cohere", "mistral", "cerebras", "xai", "vllm", "ollama"]) {
    for (const status of [403, 429, 500, 529]) {
      const reply = await ask(slug, `${status}`);
      assert.equal(reply.status, status, slug);
      assert.match(JSON.stringify(await reply.json()), /message|error/);
    }
    for (const status of [429, 200, 200]) assert.equal((await ask(slug, "429-once")).status, status);
    for (const status of [500, 500, 200]) assert.equal((await ask(slug, "500-twice")).status, status);
  }
  faults.reset();
  assert.equal((await ask("openai", "429-once")).status, 429);
});

test("rate-limit replies state how long to wait", async () => {
  const inHeader = await ask("openai", "429-hint-header", { words: "exposes" });
  assert.equal(inHeader.headers.get("retry-after"), "1");
  assert.match(inHeader.headers.get("access-control-expose-headers"), /retry-after/);
  // The date is one second after the request, in whole seconds. The request was answered between the
  // two readings of the clock.
  const begin = Date.now();
  const until = Date.parse((await ask("openai", "429-hint-date")).headers.get("retry-after"));
  assert.ok(begin - 1_000 <= until && until <= Date.now() + 2_000);
  assert.equal((await ask("openai", "429-hint-far")).headers.get("retry-after"), "3600");
  assert.match((await (await ask("openai", "429-hint-body")).json()).error.message, /try again in 120ms/);
  assert.equal((await (await ask("gemini", "429-hint-body")).json()).error.details[0].retryDelay, "0.12s");
});

test("unsupported and missing parameters are refused", async () => {
  const refused = await ask("openai", "400-names-temperature", { more: { temperature: 0 } });
  assert.equal((await refused.json()).error.param, "temperature");
  assert.equal((await ask("openai", "400-names-temperature")).status, 200);
  assert.equal((await ask("mistral", "right", { more: { stream_options: {} } })).status, 422);
  assert.equal((await ask("anthropic", "right", { more: { max_tokens: undefined } })).status, 400);
});

test("errors, HTML and malformed bodies can have status 200", async () => {
  assert.equal((await (await ask("openrouter", "error-in-200")).json()).error.code, 502);
  const page = await ask("openai", "wrong-type");
  assert.match(page.headers.get("content-type"), /text\/html/);
  assert.match(await page.text(), /^<!doctype/);
  await assert.rejects((await ask("openai", "malformed", { stream: false })).json(), SyntaxError);
});

test("single-byte chunks, long lines and keep-alives preserve the text", async () => {
  for (const model of ["drip", "long-lines", "keep-alives", "split-utf8+drip"]) {
    const text = await (await ask("anthropic", model)).text();
    assert.equal(parsed("anthropic", text).text.replaceAll("−", "-").replaceAll("×", "*"), TRACE, model);
    if (model === "long-lines") assert.ok(text.split("\n").every((line) => !line.startsWith("data") || line.length > 8_192));
    if (model === "keep-alives") assert.match(text, /event: ping/);
    if (model === "split-utf8+drip") assert.match(text, /−11 × 5/);
  }
});

test("chunks can split a character", async () => {
  const reader = (await ask("ollama", "split-utf8")).body.getReader();
  const isSplit = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) isSplit.push((read.value[0] & 0xc0) === 0x80);
  assert.ok(isSplit.some(Boolean));
});

test("a slow stream delays every chunk", async () => {
  const begin = performance.now();
  const lines = (await (await ask("ollama", "slow+cut-at-1")).text()).trim().split("\n");
  assert.ok(performance.now() - begin >= 45 * lines.length);
});

test("preflight replies match each provider", async () => {
  const preflight = (slug, requested, words) =>
    fetch(faults.base(slug, words) + "/models", {
      method: "OPTIONS",
      headers: { origin: ORIGIN, "access-control-request-method": "GET", "access-control-request-headers": requested },
    });
  const allowed = async (...call) => (await preflight(...call)).headers.get("access-control-allow-headers");
  assert.equal(await allowed("openai", "authorization,x-stainless-lang"), "authorization, x-stainless-lang");
  assert.doesNotMatch(await allowed("mistral", "authorization,x-title"), /x-title/);
  assert.match(await allowed("openrouter", "authorization,x-title"), /authorization.*x-title/);
  assert.equal(await allowed("compatible", "authorization", "only-content-type"), "content-type");
  assert.equal((await preflight("gemini", "x-goog-api-key,content-type")).status, 204);
  assert.equal((await preflight("gemini", "x-goog-api-key,x-title")).status, 403);
  assert.equal((await preflight("openai", "authorization", "no-cors")).headers.get("access-control-allow-origin"), null);
  assert.equal((await preflight("ollama", "content-type", "origin-403")).status, 403);
});

test("CORS headers are absent where the provider omits them", async () => {
  const origin = async (reply) => (await reply).headers.get("access-control-allow-origin");
  assert.equal(await origin(ask("openai", "right")), "*");
  assert.equal(await origin(ask("vllm", "right")), ORIGIN);
  assert.equal(await origin(ask("openai", "right", { key: "other" })), null);
  assert.equal(await origin(ask("openai", "401")), null);
  assert.equal(await origin(ask("mistral", "401")), "*");
  assert.equal(await origin(ask("mistral", "no-cors")), null);
  assert.equal(await origin(ask("mistral", "429+no-cors")), null);
  const anthropic = { method: "POST", headers: { origin: ORIGIN, "x-api-key": KEY, "anthropic-version": "1" }, body: "{}" };
  assert.match(await (await fetch(`${faults.origin}/v1/messages`, anthropic)).text(), /CORS requests must set/);
});

test("models are listed, with pagination where the provider paginates", async () => {
  for (const [slug, path, place, id, next] of [
    ["openai", "/models", "data", "id", () => null],
    ["openrouter", "/models", "data", "id", () => null],
    ["ollama", "/tags", "models", "name", () => null],
    ["anthropic", "/models?limit=1000", "data", "id", ({ has_more, last_id }) => has_more && `&after_id=${last_id}`],
    ["gemini", "/models?pageSize=1000", "models", "name", ({ nextPageToken: token }) => token && `&pageToken=${token}`],
    ["cohere", "/v1/models?endpoint=chat", "models", "name", ({ next_page_token: token }) => token && `&page_token=${token}`],
  ]) {
    const names = [];
    let more = "";
    while (typeof more === "string") {
      const page = await (await get(slug, path + more)).json();
      names.push(...page[place].map((entry) => entry[id].replace(/^(vendor|models)\//, "")));
      more = next(page) || null;
    }
    assert.ok(["right", "collapses", "slow"].every((name) => names.includes(name)), `${slug}: ${names}`);
    assert.equal(new Set(names).size, names.length);
  }
  const keyless = await fetch(`${faults.origin}/api/v1/models`);
  assert.equal((await keyless.json()).data[0].pricing.prompt, "0.000001");
  assert.equal((await get("openrouter", "/key")).status, 200);
  assert.equal((await get("openrouter", "/key", { headers: headers("openrouter", "other") })).status, 401);
  assert.equal((await get("openai", "/models", { headers: headers("openai", "other") })).status, 401);
  assert.equal((await fetch(`${faults.base("openai", "500-once")}/models`, { headers: headers("openai") })).status, 500);
});

test("OpenRouter exchanges a code and its verifier for a key once", async () => {
  const verifier = "an-invented-verifier-of-at-least-forty-three-characters";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const query = new URLSearchParams({
    callback_url: "http://page.example/some/path/?x=1#/play",
    code_challenge: challenge,
    code_challenge_method: "S256",
  });
  const code = async () => {
    const sent = await fetch(`${faults.origin}/auth?${query}`, { redirect: "manual" });
    assert.match(sent.headers.get("location"), /^http:\/\/page\.example\/some\/path\/\?x=1&code=[^#]+#\/play$/);
    return new URL(sent.headers.get("location")).searchParams.get("code");
  };
  const exchange = (code, verifier) => {
    const body = JSON.stringify({ code, code_verifier: verifier, code_challenge_method: "S256" });
    return fetch(`${faults.origin}/api/v1/auth/keys`, { method: "POST", headers: { "content-type": "application/json" }, body });
  };
  assert.equal((await exchange(await code(), "another")).status, 403);
  const given = await code();
  assert.equal((await (await exchange(given, verifier)).json()).key, KEY);
  assert.equal((await exchange(given, verifier)).status, 403);
  assert.equal((await fetch(`${faults.origin}/auth?callback_url=nowhere`, { redirect: "manual" })).status, 400);
});

test("requests are recorded with the location of the key", async () => {
  await ask("gemini", "right");
  await fetch(`${faults.origin}/v1/models?key=${KEY}`);
  assert.match(await (await ask("openai", "500+echoes-key")).text(), /You sent fault-key, fault-key, .+, fau\*\*\*key\./);
  assert.match(parsed("mistral", await (await ask("mistral", "repeats-key")).text()).text, /I was sent fault-key\.$/);
  const listed = await (await fetch(`${faults.origin}/__requests`)).json();
  assert.deepEqual(listed, faults.requests);
  assert.deepEqual(listed.map(({ key }) => key), ["right", "none", "right", "right"]);
  assert.deepEqual(listed.map(({ keyIn }) => keyIn), [["x-goog-api-key"], ["address"], ["authorization"], ["authorization"]]);
  assert.ok(listed[0].headers.includes("x-goog-api-key"));
  assert.equal(listed[0].body.contents[0].parts[0].text, PROMPT);
  await fetch(`${faults.origin}/__reset`, { method: "POST" });
  assert.deepEqual(faults.requests, []);
});
