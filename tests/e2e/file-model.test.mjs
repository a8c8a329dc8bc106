// Open models that run in the page. The model is tiny and random, and the engine is the real one.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ARCHITECTURES } from "../../src/browser/models/gguf.js";
import { Sha256 } from "../../src/browser/models/sha256.js";
import { add, ask, connect, load, stored } from "./file-models.mjs";
import { journey } from "./harness.mjs";
import { serve } from "./site.mjs";
import { CONTEXT, tinyGguf } from "./tiny-gguf.mjs";

// The npm package of the engine.
const ENGINE = new URL("../../node_modules/@wllama/wllama/", import.meta.url);

const NAME = "tiny.gguf";
const MODEL = tinyGguf();
const SHA256 = createHash("sha256").update(MODEL).digest("hex");
const ENTRY = { name: NAME, bytes: MODEL.length, source: "file", sha256: SHA256 };

const question = (text, more = {}) => ({ messages: [{ role: "user", content: text }], seed: 7, max_tokens: 24, ...more });

// Opens a page with the module of models.
async function openModels(open, options) {
  const page = await open("", options);
  await connect(page);
  return page;
}

async function openLoaded(open, options) {
  const page = await openModels(open, options);
  await add(page, NAME, MODEL);
  await load(page, NAME);
  return page;
}

// The page requests `/cut/BYTES` to report how many bytes it has stored. If these are all bytes of an
// incomplete response, the server closes that response.
const CUT = "/cut/";

// Starts a server of files that collects its requests. `respond(request, response, at)` answers the
// request with the number `at`, from 0.
async function host(respond) {
  const requests = [];
  const server = createServer((request, response) => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (request.url.startsWith(CUT)) {
      const done = Number(request.url.slice(CUT.length));
      if (incomplete.end <= done) incomplete.response.destroy();
      return void response.end();
    }
    const { range, cookie, referer } = request.headers;
    requests.push({ path: request.url, range, cookie, referer });
    respond(request, response, requests.length - 1);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  const close = () => new Promise((resolve) => (server.closeAllConnections(), server.close(resolve)));
  return { name: `127.0.0.1:${port}`, origin: `http://127.0.0.1:${port}`, requests, close };
}

// The incomplete `response` of `sendRange`, and the offset in the model at which its bytes end.
const incomplete = { end: Infinity };

// Sends the model from the requested offset on, like a server that supports ranges. If `length` is less
// than the rest, the response stays incomplete.
function sendRange(request, response, length = MODEL.length) {
  const from = Number(request.headers.range?.match(/^bytes=(\d+)-$/)?.[1] ?? 0);
  const headers = { "Content-Length": MODEL.length - from };
  if (from > 0) headers["Content-Range"] = `bytes ${from}-${MODEL.length - 1}/${MODEL.length}`;
  response.writeHead(from > 0 ? 206 : 200, headers);
  const part = MODEL.subarray(from, from + length);
  if (from + part.length === MODEL.length) response.end(part);
  else {
    response.write(part);
    Object.assign(incomplete, { response, end: from + part.length });
  }
}

const download = (page, address, hosts, more = {}) =>
  page.evaluate(
    ([address, cut, options]) => {
      const onProgress = ({ step, done }) => step === "download" && options.reports && fetch(new URL(`${cut}${done}`, address));
      return outcome(models.download(address, { pause: 1, onProgress, ...options }));
    },
    [address, CUT, { hosts, bytes: MODEL.length, ...more }],
  );

journey("a model from a file is deterministic per seed and survives a reload", async ({ open }) => {
  const page = await open();
  const requests = [];
  page.on("request", (request) => requests.push(new URL(request.url())));
  await connect(page);
  assert.deepEqual(await stored(page), []);
  assert.deepEqual(await add(page, NAME, MODEL), { value: ENTRY });
  assert.deepEqual(await page.evaluate(() => models.loaded()), undefined);
  const facts = { ...ENTRY, threads: 1, contextSize: CONTEXT };
  assert.deepEqual(await load(page, NAME), { value: facts });
  assert.deepEqual(await page.evaluate(() => models.loaded()), facts);

  const { value: first } = await ask(page, question("a"));
  assert.match(first.text, /^[a-z]{24}$/);
  assert.equal(first.end.finish, "length");
  assert.equal(first.end.usage.completion_tokens, 24);
  assert.ok(first.end.usage.prompt_tokens > "user: a\nassistant:".length);
  assert.deepEqual((await ask(page, question("a"))).value, first);
  assert.notEqual((await ask(page, question("a", { seed: 8 }))).value.text, first.text);
  const { value: coldest } = await ask(page, question("a", { temperature: 0 }));
  assert.equal((await ask(page, question("a", { temperature: 0, seed: 8 }))).value.text, coldest.text);
  const { value: stopped } = await ask(page, question("a", { stop: [first.text.slice(8, 12)] }));
  assert.deepEqual([stopped.text, stopped.end.finish], [first.text.slice(0, first.text.indexOf(first.text.slice(8, 12))), "stop"]);

  // The page requests only the files of the engine, each once.
  const own = requests.map(({ pathname }) => pathname.match(/(wllama|file-model)[\w-]*\.\w+$/)?.[0].replace(/-[0-9a-f]{16}/, "")).filter(Boolean);
  assert.deepEqual(own.sort(), ["file-model.js", "wllama-worker.js", "wllama.js", "wllama.wasm"]);
  const others = requests.filter(({ pathname }) => !/\/(wllama|file-model|part|worker|lab|short|long|common|stepfall)[\w-]*\.\w+$/.test(pathname));
  assert.deepEqual(others.map(String), []);

  await page.reload();
  await connect(page);
  assert.deepEqual(await stored(page), [ENTRY]);
  assert.deepEqual(await load(page, NAME), { value: facts });
  assert.deepEqual(await ask(page, question("a")), { value: first });
});

journey("requests are answered in order, and an aborted one ends at once", async ({ open }) => {
  const page = await openLoaded(open);
  const order = await page.evaluate(async (body) => {
    const order = [];
    const follow = async (name) => {
      for await (const _ of models.chat(body)) if (order.at(-1) !== name) order.push(name);
    };
    await Promise.all([follow("first"), follow("second"), follow("third")]);
    return order;
  }, question("a"));
  assert.deepEqual(order, ["first", "second", "third"]);

  const alone = await ask(page, question("a"));
  const { aborted, waiting, next } = await page.evaluate(async ([long, short]) => {
    const abort = new AbortController();
    const unheard = new AbortController();
    let pieces = 0;
    const running = async () => {
      for await (const _ of models.chat(long, abort.signal)) if ((pieces += 1) === 3) abort.abort();
    };
    const aborting = outcome(running());
    const waiting = outcome(answer(short, unheard.signal));
    unheard.abort();
    const next = outcome(answer(short));
    return { aborted: { ...(await aborting), pieces }, waiting: await waiting, next: await next };
  }, [question("b", { max_tokens: 1500 }), question("a")]);
  assert.deepEqual([aborted.name, aborted.pieces, waiting.name], ["AbortError", 3, "AbortError"]);
  assert.deepEqual(next, alone);
});

journey("a request that the model cannot answer is refused with the reason", async ({ open }) => {
  const page = await openModels(open);
  const refused = async (body) => {
    const { status, code, message } = await ask(page, body);
    return [status, code, message];
  };
  assert.deepEqual(await refused(question("a")), [409, "no_model", "No model is loaded. Load one first."]);
  await add(page, NAME, MODEL);
  await load(page, NAME);
  assert.deepEqual(await refused(question("a".repeat(CONTEXT))), [
    400,
    "context_length_exceeded",
    `The prompt is longer than the context of ${CONTEXT} tokens. Choose fewer steps or another model.`,
  ]);
  const [status, code, message] = await refused(question("a", { logit_bias: { 5: 1 } }));
  assert.deepEqual([status, code], [400, "unsupported_parameter"]);
  assert.match(message, /'logit_bias'/);
  assert.equal((await refused({ messages: [] }))[1], "invalid_messages");
  // The engine still answers after a refusal.
  assert.equal((await ask(page, question("a"))).value.end.finish, "length");
});

journey("an invalid, incomplete or unsupported file is refused and not stored", async ({ open }) => {
  const page = await openModels(open);
  const vast = Buffer.from(MODEL);
  vast.writeBigUInt64LE(2n ** 60n, 16);
  for (const [code, name, bytes] of [
    ["not_gguf", "notes.txt", MODEL],
    ["not_gguf", NAME, Buffer.from("not a model at all")],
    ["not_gguf", NAME, Buffer.alloc(0)],
    ["incomplete", NAME, MODEL.subarray(0, -1000)],
    ["incomplete", NAME, MODEL.subarray(0, 3000)],
    ["incomplete", NAME, vast],
    ["unknown_version", NAME, Buffer.concat([Buffer.from("GGUF"), Buffer.alloc(40)])],
    ["unknown_architecture", NAME, tinyGguf({ architecture: "clip" })],
    ["no_chat_template", NAME, tinyGguf({ template: "" })],
    ["split", NAME, tinyGguf({ parts: 2 })],
  ]) {
    const outcome = await add(page, name, bytes);
    assert.deepEqual([outcome.status, outcome.code], [400, code], outcome.message);
    assert.match(outcome.message, /\. (Choose|Download) [^.]+(\.gguf)?.*\.$/);
  }
  assert.deepEqual(await stored(page), []);
  assert.equal((await page.evaluate(() => outcome(models.load("other.gguf")))).code, "model_not_found");
});

journey("a page that is isolated from other origins uses several threads", async ({ open }) => {
  const site = await serve({ more: { "Cross-Origin-Embedder-Policy": "credentialless" } });
  const page = await openLoaded(open, { address: site.address });
  assert.ok((await page.evaluate(() => models.loaded().threads)) >= 2);
  assert.match((await ask(page, question("a"))).value.text, /^[a-z]{24}$/);
  await site.close();
});

journey("aborted loading leaves no model, and a later load succeeds", async ({ open }) => {
  const page = await openModels(open);
  await add(page, NAME, MODEL);
  const aborted = await page.evaluate((name) => {
    const abort = new AbortController();
    return outcome(models.load(name, { signal: abort.signal, onProgress: () => abort.abort() }));
  }, NAME);
  assert.equal(aborted.name, "AbortError");
  assert.equal(await page.evaluate(() => models.loaded()), undefined);
  assert.ok((await load(page, NAME)).value);
  assert.equal((await ask(page, question("a"))).value.end.finish, "length");
});

journey("a removed model is deleted from storage and from memory", async ({ open }) => {
  const page = await openLoaded(open);
  assert.equal((await add(page, NAME, MODEL)).code, "exists");
  await page.evaluate((name) => models.remove(name), NAME);
  assert.deepEqual([await stored(page), await page.evaluate(() => models.loaded())], [[], undefined]);
  assert.equal((await load(page, NAME)).status, 404);
  assert.equal((await ask(page, question("a"))).code, "no_model");
  assert.deepEqual(await add(page, NAME, MODEL), { value: ENTRY });
});

journey("a model too large for memory is refused, and the loaded one stays", async ({ open }) => {
  const page = await openLoaded(open);
  await page.evaluate(() => Object.defineProperty(navigator, "deviceMemory", { value: 0.125 }));
  const { status, code, message } = await load(page, NAME);
  assert.deepEqual([status, code], [507, "too_large"]);
  assert.match(message, /needs about .* MB of memory, and this device has .* MB\. Choose a smaller model\.$/);
  assert.equal((await page.evaluate(() => models.loaded())).name, NAME);
});

journey("an interrupted download resumes without cookies or referrers", async ({ open, expectProblem }) => {
  const server = await host((request, response, at) => sendRange(request, response, at < 2 ? 60_000 : undefined));
  const page = await openModels(open, { origins: [server.origin] });
  const address = `${server.origin}/models/${NAME}`;
  const { value } = await download(page, address, [server.name], { reports: true });
  await server.close();
  assert.deepEqual(value, { ...ENTRY, source: address });
  const nothing = { cookie: undefined, referer: undefined };
  const ranges = server.requests.map(({ range }) => range);
  assert.deepEqual(ranges, [undefined, "bytes=60000-", "bytes=120000-"]);
  for (const request of server.requests) assert.deepEqual({ ...request, range: undefined }, { path: `/models/${NAME}`, range: undefined, ...nothing });
  assert.equal((await load(page, NAME)).value.sha256, SHA256);
  expectProblem(/^request: .*ERR_|^console: .*ERR_/);
});

journey("a partial download is stored and resumes after a reload", async ({ open, expectProblem }) => {
  let isUp = false;
  const server = await host((request, response, at) => {
    if (isUp || at === 0) sendRange(request, response, isUp ? undefined : 60_000);
    else response.destroy();
  });
  const page = await openModels(open, { origins: [server.origin] });
  const address = `${server.origin}/${NAME}`;
  const failed = await download(page, address, [server.name], { reports: true });
  assert.equal(failed.code, "network");
  assert.match(failed.message, /stopped at 60 kB of 157 kB\. Download again; it goes on from there\.$/);
  assert.deepEqual(await stored(page), []);
  await page.reload();
  await connect(page);
  isUp = true;
  const before = server.requests.length;
  assert.deepEqual(await download(page, address, [server.name]), { value: { ...ENTRY, source: address } });
  const [{ range }] = server.requests.slice(before);
  assert.equal(range, "bytes=60000-");
  await server.close();
  expectProblem(/^request: .*ERR_|^console: .*ERR_/);
});

journey("a download restarts if the file has changed", async ({ open, expectProblem }) => {
  const longer = Buffer.concat([MODEL, Buffer.alloc(32)]);
  const server = await host((request, response, at) => {
    if (at === 0) return sendRange(request, response, 60_000);
    const from = Number(request.headers.range?.match(/^bytes=(\d+)-$/)?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { "Content-Length": longer.length - from }).end(longer.subarray(from));
  });
  const page = await openModels(open, { origins: [server.origin] });
  const { value } = await download(page, `${server.origin}/${NAME}`, [server.name], { reports: true });
  assert.equal(value.sha256, createHash("sha256").update(longer).digest("hex"));
  assert.deepEqual(server.requests.map(({ range }) => range), [undefined, "bytes=60000-", undefined]);
  await server.close();
  expectProblem(/^request: .*ERR_|^console: .*ERR_/);
});

journey("a stalled download restarts if the server supports no ranges", async ({ open }) => {
  const server = await host((_, response, at) => {
    response.writeHead(200, { "Content-Length": MODEL.length });
    if (at === 0) response.write(MODEL.subarray(0, 60_000));
    else response.end(MODEL);
  });
  const page = await openModels(open, { origins: [server.origin] });
  const address = `${server.origin}/${NAME}`;
  assert.deepEqual(await download(page, address, [server.name], { stalledAfter: 500 }), { value: { ...ENTRY, source: address } });
  assert.ok(server.requests.length >= 2);
  await server.close();
});

journey("a download contacts only the named hosts", async ({ open, expectProblem }) => {
  const storage = await host((request, response) => sendRange(request, response));
  const hub = await host((_, response) => response.writeHead(302, { Location: `${storage.origin}/${NAME}` }).end());
  const page = await openModels(open, { origins: [hub.origin, storage.origin] });
  const address = `${hub.origin}/${NAME}`;
  const refused = await download(page, address, [hub.name]);
  assert.deepEqual([refused.status, refused.code], [403, "redirected"]);
  assert.equal(refused.message, `${hub.name} leads to ${storage.name}, which is not among ${hub.name}. Nothing was kept from there.`);
  assert.equal(hub.requests.length, 1);
  assert.deepEqual(await stored(page), []);
  assert.deepEqual(await download(page, address, [hub.name, storage.name]), { value: { ...ENTRY, source: address } });

  // Each of these is refused before a request. A request to a foreign origin would fail the test.
  for (const [address, hosts] of [
    [`https://models.example/${NAME}`, [hub.name]],
    [`http://models.example/${NAME}`, ["models.example"]],
    [`https://name:word@models.example/${NAME}`, ["models.example"]],
    [`https://example/${NAME}`, ["*.example"]],
    [`https://badexample/${NAME}`, ["*.example"]],
    [NAME, [hub.name]],
  ]) {
    const { status, code } = await download(page, address, hosts);
    assert.equal(status, 400, address);
    assert.match(code, /^(refused_address|not_gguf)$/);
  }
  await Promise.all([hub.close(), storage.close()]);
});

journey("a downloaded file that differs from the announced one is refused", async ({ open, expectProblem }) => {
  const server = await host((request, response) => {
    if (request.url.startsWith("/gone")) response.writeHead(404).end();
    else if (request.url.startsWith("/page")) response.end("?".repeat(MODEL.length));
    else sendRange(request, response);
  });
  const page = await openModels(open, { origins: [server.origin] });
  for (const [status, code, path, bytes] of [
    [404, "refused", "gone", MODEL.length],
    [409, "changed", "models", MODEL.length / 2],
    [400, "not_gguf", "page", MODEL.length],
    [400, "too_large", "models", 2 ** 31],
  ]) {
    const outcome = await download(page, `${server.origin}/${path}/${NAME}`, [server.name], { bytes });
    assert.deepEqual([outcome.status, outcome.code], [status, code], outcome.message);
  }
  assert.deepEqual(await stored(page), []);
  await server.close();
  expectProblem(/404/);
});

journey("an altered engine does not run", async ({ open, expectProblem }) => {
  for (const altered of [/wllama-[0-9a-f]+\.wasm$/, /wllama-[0-9a-f]+\.js$/]) {
    const site = await serve({ alter: (name, bytes) => (altered.test(name) ? Buffer.concat([bytes, Buffer.from(" ")]) : bytes) });
    const page = await openModels(open, { address: site.address });
    await add(page, NAME, MODEL);
    const { status, code, message } = await load(page, NAME);
    assert.ok(status === 500 || status === 0, message);
    assert.match(code, /^(load|engine)_failed$/);
    await site.close();
  }
  expectProblem(/integrity|console: |request: |error: /);
});

// Builds the engine's scripts from a copy of its npm package, after `change` has altered the text of
// the package's module.
async function buildEngine(change) {
  const folder = await mkdtemp(path.join(tmpdir(), "stepfall-engine-"));
  await mkdir(path.join(folder, "esm"));
  for (const file of ["package.json", "esm/index.js"]) {
    const text = await readFile(new URL(file, ENGINE), "utf8");
    await writeFile(path.join(folder, file), file === "esm/index.js" ? change(text) : text);
  }
  const maker = fileURLToPath(new URL("../../xtask/src/page/wllama.js", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [maker, folder, folder], { encoding: "utf8" });
  await rm(folder, { recursive: true });
  return { status, stderr };
}

test("another release of the engine fails the build with a reason", async () => {
  for (const [from, to, reason] of [
    ["createWorker(completeCode)", "createWorker(allCode)", /createWorker\(completeCode\) occurs 0 times/],
    ["var HF_BASE = ", "var REVIVE = (text) => new Function(text);\nvar HF_BASE = ", /the module contains new Function/],
  ]) {
    const { status, stderr } = await buildEngine((text) => text.replace(from, to));
    assert.equal(status, 1);
    assert.match(stderr, /^wllama [\d.]+ differs from the release that this build knows: .*Adapt xtask/);
    assert.match(stderr, reason);
  }
});

test("every accepted architecture is named by the engine", async () => {
  const engine = await readFile(new URL("esm/wasm/wllama.wasm", ENGINE));
  assert.deepEqual(ARCHITECTURES.filter((name) => !engine.includes(`${name}\0`)), []);
});

test("the digest of bytes in parts is SHA-256", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 5000]) {
    const bytes = MODEL.subarray(0, length);
    const hash = new Sha256();
    for (let at = 0; at < length; at += 37) hash.update(bytes.subarray(at, at + 37));
    assert.equal(hash.digest(), createHash("sha256").update(bytes).digest("hex"), `${length} bytes`);
  }
});
