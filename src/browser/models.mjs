// Language models that run in this browser. The page imports this script when one of them is first
// needed. A worker sends its requests through a port, in the form in which it would send them to a
// server: chat completions of OpenAI. So a run does not depend on where its model is.

// A model file runs in an engine of 10 MB, which is loaded on demand.
let engine;
export const fileModel = () => (engine ??= importEngine());

async function importEngine() {
  const address = (name) => document.querySelector(`meta[name=asset-${name}]`)?.content;
  const script = address("file-model");
  const files = address("wllama")?.split(" ");
  if (!script || !files) throw failure(404, "model_not_found", "This build of the page has no engine for model files.");
  const absolute = (file) => new URL(file, document.baseURI).href;
  const module = await import(absolute(script));
  const [wllama, worker, wasm] = files.map(absolute);
  await module.configure({ script: wllama, worker, module: wasm });
  return module;
}

const MODELS = {
  browser: {
    list: async () => [await ownEntry()],
    chat: (request, signal) => ownChat(request, signal),
  },
  gguf: {
    async list() {
      const stored = await (await fileModel()).stored();
      return stored.map(({ name }) => ({ id: name }));
    },
    async *chat(request, signal) {
      const files = await fileModel();
      if (files.loaded()?.name !== request.model) await files.load(request.model, { signal });
      yield* files.chat(request, signal);
    },
  },
};

function failure(status, code, message, param) {
  return Object.assign(new Error(message), { status, code, param });
}

// Answers the requests of one port. Each port has one request, which another message cancels.
export function serve(port) {
  const cancel = new AbortController();
  port.onmessage = ({ data }) => {
    if (data === "cancel") cancel.abort();
    else answer(port, data, cancel.signal).finally(() => port.close());
  };
}

async function answer(port, { url, body }, signal) {
  const encoder = new TextEncoder();
  const send = (text) => port.postMessage(encoder.encode(text));
  const begin = (status, type) => port.postMessage({ status, headers: { "content-type": type } });
  const whole = (status, value) => {
    begin(status, "application/json");
    send(JSON.stringify(value));
  };
  let isBegun = false;
  try {
    const [, kind, path] = /^in-page:\/\/([^/]+)\/v1\/(.*)$/.exec(url) ?? [];
    const model = MODELS[kind];
    if (path === "models") {
      whole(200, { data: await model.list() });
    } else {
      const request = JSON.parse(body);
      if (request.tools?.length > 0) throw failure(400, "invalid_request_error", "Models in the page do not support tools.", "tools");
      for await (const chunk of chunks(model.chat(request, signal))) {
        // Errors before the first piece have a status of their own.
        if (!isBegun) begin(200, "text/event-stream");
        isBegun = true;
        send(`data: ${JSON.stringify(chunk)}\n\n`);
      }
      send("data: [DONE]\n\n");
    }
  } catch (error) {
    const { status = 500, code = "server_error", param } = error ?? {};
    const told = { error: { message: String(error?.message ?? error), code, param } };
    if (isBegun) send(`data: ${JSON.stringify(told)}\n\n`);
    else whole(status, told);
  }
  port.postMessage("end");
}

// Returns the chunks of a streamed chat completion.
async function* chunks(pieces) {
  const chunk = (model, delta, finish = null) => ({ object: "chat.completion.chunk", model, choices: [{ index: 0, delta, finish_reason: finish }] });
  let named;
  for await (const { model, content, finish, usage } of pieces) {
    named = model ?? named;
    if (content) yield chunk(named, { content });
    if (finish) yield { ...chunk(named, {}, finish), usage };
  }
}

// The browser's own model ("own" in names), through the Prompt API (webmachinelearning/prompt-api).
// Only a window has it. It has no seed and no known name, so the browser's version names it.

const LANGUAGES = {
  expectedInputs: [{ type: "text", languages: ["en"] }],
  expectedOutputs: [{ type: "text", languages: ["en"] }],
};

// The number of pieces after which the length of an answer is measured again.
const MEASURED_EVERY = 16;

// A session without messages for each way to draw answers. Every question begins with a copy.
const fresh = new Map();
// The session of the last answer, and the messages that it has read as text. A dialogue goes on with
// a copy, which need not read its messages again.
let last;

// Returns "missing", "unavailable", "downloadable", "downloading" or "available".
export async function ownAvailability() {
  if (!globalThis.LanguageModel) return "missing";
  // A page may be forbidden to use the model (Permissions-Policy).
  return LanguageModel.availability(LANGUAGES).catch(() => "unavailable");
}

// Lets the browser fetch its model. It needs a click shortly before. `onProgress` receives the
// fetched share.
export async function downloadOwn(onProgress, signal) {
  const monitor = (target) => target.addEventListener("downloadprogress", ({ loaded }) => onProgress(loaded));
  const session = await LanguageModel.create({ ...LANGUAGES, monitor, signal });
  session.destroy();
}

// Returns the number of tokens that the model takes; undefined if the browser does not tell.
export async function ownContextSize() {
  const session = await begin([]);
  const size = session.contextWindow;
  session.destroy();
  return size;
}

// Returns the model's entry in a list of models. Its id has no more than the main version, which
// changes every month; an answer names the whole version.
async function ownEntry() {
  const { brand, version } = await browser();
  const [main] = version.split(".");
  return { id: `${brand.toLowerCase().replaceAll(/[^a-z]+/g, "-")}-${main}`, name: `The model of ${brand} ${main}` };
}

async function browser() {
  const data = navigator.userAgentData;
  const { fullVersionList } = (await data?.getHighEntropyValues(["fullVersionList"])) ?? {};
  // One entry of the list is made up on purpose, and Chromium is in the list of every derivative.
  const brands = (fullVersionList ?? []).filter(({ brand }) => !/not.?a.?brand/i.test(brand));
  const named = brands.find(({ brand }) => brand !== "Chromium") ?? brands[0];
  const [, version = "0"] = /(?:Edg|Chrome|Firefox|Version)\/([\d.]+)/.exec(navigator.userAgent) ?? [];
  return named ?? { brand: "Browser", version };
}

// Returns whether the browser has modes in place of temperatures, which it ignores.
async function hasModes() {
  let isRead = false;
  await LanguageModel.availability({
    ...LANGUAGES,
    get samplingMode() {
      isRead = true;
      return undefined;
    },
  });
  return isRead;
}

// Returns a session that has read these messages. `mode` is the way to draw answers, if the browser
// has one.
async function begin(messages, mode, signal) {
  const options = { ...LANGUAGES, ...(mode && { samplingMode: mode }) };
  if (messages.length === 0) {
    if (!fresh.has(mode)) fresh.set(mode, await LanguageModel.create(options));
    return fresh.get(mode).clone({ signal });
  }
  if (last?.key === keyOf(messages, mode)) return last.session.clone({ signal });
  return LanguageModel.create({ ...options, initialPrompts: messages, signal });
}

const keyOf = (messages, mode) => JSON.stringify([mode, messages.map(({ role, content }) => [role, content])]);

// Answers a chat completion. Yields `{ model, content }`, and at last `{ finish, usage }`.
async function* ownChat({ model, messages, temperature, max_tokens: limit = Infinity }, signal) {
  const state = await ownAvailability();
  if (state !== "available") throw failure(404, "model_not_found", `The browser’s own model is not ready (${state}). Choose it under “Ask a model” in Play, which says what it needs.`);
  const { id } = await ownEntry();
  if (model !== id) throw failure(404, "model_not_found", `The model here is ${id}, and not ${model}. Another version of the browser may have another model, so its answers are not mixed.`);
  // The temperature 0 is the same as the most predictable mode.
  const mode = temperature === 0 && (await hasModes()) ? "most-predictable" : undefined;
  if (temperature !== undefined && !mode) {
    throw failure(400, "invalid_request_error", "The browser’s own model does not support this temperature.", "temperature");
  }
  const { brand, version } = await browser();
  const prompt = messages.at(-1).content;
  let session;
  try {
    session = await begin(messages.slice(0, -1), mode, signal);
    const input = session.contextUsage + (await session.measureContextUsage(prompt, { signal }));
    if (input >= session.contextWindow) throw tooLong(input, session.contextWindow);
    let [text, pieces, finish] = ["", 0, "stop"];
    for await (const content of session.promptStreaming(prompt, { signal })) {
      text += content;
      yield { model: `${brand} ${version}`, content };
      pieces += 1;
      const isDue = pieces % MEASURED_EVERY === 0 || pieces >= limit;
      if (isDue && (await session.measureContextUsage(text)) >= limit) {
        finish = "length";
        break; // The end of the loop cancels the answer.
      }
    }
    yield { finish, usage: { prompt_tokens: input, completion_tokens: await session.measureContextUsage(text) } };
    last?.session.destroy();
    last = undefined;
    if (finish === "stop") {
      last = { key: keyOf([...messages, { role: "assistant", content: text }], mode), session };
      session = undefined;
    }
  } catch (error) {
    fresh.delete(mode); // The browser may have ended it.
    if (error.name === "QuotaExceededError") throw tooLong(error.requested, error.quota);
    throw error;
  } finally {
    session?.destroy();
  }
}

function tooLong(tokens, context) {
  const sizes = tokens && context ? `: ${tokens} tokens, of ${context} that fit` : "";
  return failure(400, "context_length_exceeded", `The prompt is too long for the browser’s own model${sizes}.`);
}

// The stored model files: name and size in bytes.
export async function storedFiles() {
  const stored = await (await fileModel()).stored();
  return stored.map(({ name, bytes }) => [name, bytes]);
}

// The suggested model files: name, size in bytes, licence, address, and the hosts that send it.
export async function suggestedFiles() {
  const { SUGGESTIONS } = await fileModel();
  return SUGGESTIONS.map(({ name, bytes, licence, address, hosts }) => [name, bytes, licence, address, hosts.join(", ")]);
}

// Stores a chosen file. `onProgress` receives the stored share.
export async function addFile(file, onProgress) {
  await (await fileModel()).add(file, { onProgress });
}

// Fetches and stores a suggested file.
export async function downloadFile(address, onProgress, signal) {
  const files = await fileModel();
  const { hosts, bytes } = files.SUGGESTIONS.find((suggestion) => suggestion.address === address);
  await files.download(address, { hosts, bytes, onProgress, signal });
}

export async function removeFile(name) {
  await (await fileModel()).remove(name);
}
