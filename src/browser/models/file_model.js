// An open model that runs in the page, by the engine wllama (llama.cpp as WebAssembly).
//
// This module requests only the files of the engine, which come with the page, and the address of a
// download that the user has chosen. Text never leaves the browser.

import { inspect } from "./gguf.js";
import { checkDownload, fetchInto, nameOf } from "./model_download.js";
import { amount, ModelError } from "./model_error.js";
import { alone, checkedName, entries, openModel, removeModel, Writer } from "./model_files.js";

export { ModelError };

// The hosts of the suggested models: Hugging Face, and its storage, to which it redirects. The page
// names them before a download.
const HUB = ["huggingface.co", "*.hf.co"];
const at = (repository, file) => `https://huggingface.co/${repository}/resolve/main/${file}`;
export const SUGGESTIONS = [
  {
    name: "SmolLM2-135M-Instruct",
    address: at("bartowski/SmolLM2-135M-Instruct-GGUF", "SmolLM2-135M-Instruct-Q4_K_M.gguf"),
    hosts: HUB,
    bytes: 105_454_432,
    licence: "Apache-2.0",
    quantisation: "Q4_K_M",
  },
  {
    name: "SmolLM2-360M-Instruct",
    address: at("HuggingFaceTB/SmolLM2-360M-Instruct-GGUF", "smollm2-360m-instruct-q8_0.gguf"),
    hosts: HUB,
    bytes: 386_404_992,
    licence: "Apache-2.0",
    quantisation: "Q8_0",
  },
  {
    name: "Qwen3-0.6B",
    address: at("Qwen/Qwen3-0.6B-GGUF", "Qwen3-0.6B-Q8_0.gguf"),
    hosts: HUB,
    bytes: 639_446_688,
    licence: "Apache-2.0",
    quantisation: "Q8_0",
  },
];

// The limits of the context in tokens, and the size limit of its key-value cache in bytes.
const MOST_CONTEXT = 8192;
const LEAST_CONTEXT = 2048;
const MOST_CACHE = 2 ** 29;

// The memory that the engine needs besides the model and the cache, in bytes.
const ENGINE_MEMORY = 2 ** 28;

const MOST_THREADS = 8;

// The request members that the engine receives, and those that are accepted without effect.
const TAKEN = ["messages", "temperature", "top_p", "seed", "stop", "max_tokens", "max_completion_tokens"];
const IGNORED = ["model", "stream", "stream_options", "store", "user"];

const NOT_STARTED = "The engine could not be started. Reload the page and try again.";

let files;
// The engine with the loaded model: `{ engine, entry, threads, contextSize, broken }`.
let current;
// Settles when the last queued call ends. Calls that load, remove or ask a model run one at a time.
let last = Promise.resolve();

// Sets the addresses of the engine's files. `digest` is the digest of the WebAssembly module for
// Subresource Integrity.
export async function configure({ script, worker, module, digest }) {
  const absolute = (address) => new URL(address, document.baseURI).href;
  files = { script: absolute(script), worker, module: absolute(module), digest };
}

// Returns the models that this browser stores: `[{ name, bytes, source, sha256 }]`.
export function stored() {
  return entries();
}

// Stores a chosen file, and returns its entry. `onProgress` receives `{ step, done, total }` in bytes.
export async function add(file, options = {}) {
  const name = checkedName(file.name);
  const { onProgress, signal } = options;
  await inspect(file, name);
  return alone(name, async () => {
    const writer = await Writer.open(name, { bytes: file.size });
    try {
      for (const reader = file.stream().getReader(); ; ) {
        signal?.throwIfAborted();
        const { done, value } = await reader.read();
        if (done) break;
        await writer.write(value);
        onProgress?.({ step: "copy", done: writer.length, total: file.size });
      }
      return await writer.finish("file", options);
    } catch (error) {
      await writer.discard();
      throw error;
    }
  });
}

// Downloads a model, and returns its entry. Requests go only to `hosts`. If the download fails, the
// bytes received so far stay stored, and the next call continues after them. A complete file that
// is no usable model is deleted.
export async function download(address, options) {
  const name = checkedName(nameOf(address));
  checkDownload(name, { address, ...options });
  return alone(name, async () => {
    const writer = await Writer.open(name, { address, bytes: options.bytes });
    try {
      await fetchInto(writer, { address, ...options });
      return await writer.finish(address, options);
    } catch (error) {
      const isUseless = error instanceof ModelError && error.status === 400;
      if (isUseless) await writer.discard();
      throw error;
    }
  });
}

// Removes a model or an unfinished download.
export async function remove(name) {
  await inTurn(async () => {
    if (current?.entry.name === name) await unload();
  });
  await alone(name, () => removeModel(name));
}

// Loads a model in place of the loaded one. If the file or the memory check refuses the new model, the
// old model stays loaded.
export async function load(name, options = {}) {
  return inTurn(async () => {
    const { entry, blob } = await openModel(name);
    const { trained, cached } = await inspect(blob, name);
    const contextSize = contextFor(trained, cached);
    checkMemory(name, blob.size + cached * contextSize + ENGINE_MEMORY);
    await unload();
    current = await start(entry, blob, contextSize, options);
    return loaded();
  });
}

// Returns the entry of the loaded model with `threads` and `contextSize`; undefined if no model is
// loaded.
export function loaded() {
  return current && { ...current.entry, threads: current.threads, contextSize: current.contextSize };
}

// Answers a chat-completions request. Yields `{ content }` for each piece of text, and
// `{ finish, usage }` at the end.
export async function* chat(body, signal) {
  const request = checkedRequest(body);
  signal?.throwIfAborted();
  const turn = takeTurn();
  try {
    await abortable(turn.begins, signal);
    yield* answer(request, signal, turn);
  } finally {
    turn.end(turn.begins);
  }
}

// Queues a call. The promise `begins` resolves when all earlier calls have ended. The caller passes to
// `end` a promise that settles when its own work ends and that never rejects.
function takeTurn() {
  const begins = last;
  let end;
  last = new Promise((resolve) => (end = resolve));
  return { begins, end };
}

async function inTurn(act) {
  const turn = takeTurn();
  await turn.begins;
  const result = act();
  turn.end(result.catch(() => {}));
  return result;
}

// Waits for a promise. Rejects with the signal's reason if the signal aborts first.
function abortable(promise, signal) {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

async function* answer(request, signal, turn) {
  if (!current) throw new ModelError(409, "no_model", "No model is loaded. Load one first.");
  const { engine, broken } = current;
  const pieces = [];
  let wake;
  const push = (piece) => (pieces.push(piece), wake?.());
  const stop = new AbortController();
  const done = Promise.race([engine.createChatCompletion({ ...request, onData: push, abortSignal: stop.signal }), broken]);
  // The next call waits until the engine has stopped.
  turn.end(done.catch(() => {}));
  done.then(() => push(undefined), (error) => push({ error }));
  let finish = "stop";
  let usage = { prompt_tokens: 0, completion_tokens: 0 };
  try {
    for (;;) {
      if (pieces.length === 0) await abortable(new Promise((resolve) => (wake = resolve)), signal);
      signal?.throwIfAborted();
      const piece = pieces.shift();
      if (!piece) break;
      if (piece.error) throw await modelError(piece.error);
      const [choice] = piece.choices ?? [];
      if (choice?.delta?.content) yield { content: choice.delta.content };
      if (choice?.finish_reason) finish = choice.finish_reason === "length" ? "length" : "stop";
      if (piece.usage) usage = piece.usage;
    }
  } finally {
    stop.abort();
  }
  const { prompt_tokens, completion_tokens } = usage;
  yield { finish, usage: { prompt_tokens, completion_tokens } };
}

// Checks a request, and returns the request for the engine.
function checkedRequest(body) {
  const unknown = Object.keys(body).find((key) => body[key] != null && !TAKEN.includes(key) && !IGNORED.includes(key));
  if (unknown) {
    throw new ModelError(400, "unsupported_parameter", `Unsupported parameter: '${unknown}' is not supported by a model in the page. Leave it out.`);
  }
  const isText = ({ role, content }) => typeof role === "string" && typeof content === "string";
  if (!Array.isArray(body.messages) || body.messages.length === 0 || !body.messages.every(isText)) {
    throw new ModelError(400, "invalid_messages", "A model in the page takes messages of text alone. Send at least one.");
  }
  const request = { stream: true, stream_options: { include_usage: true }, cache_prompt: false, reasoning_format: "none" };
  for (const key of TAKEN) if (body[key] != null) request[key] = body[key];
  request.max_tokens ??= request.max_completion_tokens;
  delete request.max_completion_tokens;
  return request;
}

// Converts an error of the engine into a `ModelError`. Unloads the model if the engine crashed.
async function modelError(error) {
  if (error instanceof ModelError) return error;
  const text = String(error?.message ?? error);
  if (/context/i.test(text) && /exceed/i.test(text)) {
    return new ModelError(400, "context_length_exceeded", `The prompt is longer than the context of ${current?.contextSize} tokens. Choose fewer steps or another model.`);
  }
  if (error?.name === "WllamaError" || error?.type) return new ModelError(400, "refused", `The engine refused the request: ${text}`);
  const { entry } = current ?? {};
  await unload();
  return new ModelError(500, "engine_failed", `The engine stopped, perhaps for lack of memory (${text}). Load ${entry?.name ?? "the model"} again, or a smaller one.`);
}

// Returns the size of the context in tokens: the largest power of two from LEAST_CONTEXT to
// MOST_CONTEXT that is at most the trained context and fits into the cache. If none does, returns
// LEAST_CONTEXT, or the trained context if that is smaller. `cached` is the size of the cache for one
// token, in bytes.
function contextFor(trained, cached) {
  let size = MOST_CONTEXT;
  while (size > LEAST_CONTEXT && (size > trained || size * cached > MOST_CACHE)) size /= 2;
  return Math.min(size, trained);
}

// Refuses a model that needs more memory than the device has. Refuses nothing if the browser does not
// report the memory.
function checkMemory(name, bytes) {
  const memory = navigator.deviceMemory && navigator.deviceMemory * 2 ** 30;
  if (memory && bytes > memory) {
    throw new ModelError(507, "too_large", `${name} needs about ${amount(bytes)} of memory, and this device has ${amount(memory)}. Choose a smaller model.`);
  }
}

function checkBrowser() {
  try {
    // The engine needs WebAssembly memories with 64-bit addresses.
    new WebAssembly.Memory({ address: "i64", initial: 1n });
  } catch {
    throw new ModelError(0, "unsupported_browser", "This browser cannot run a model in the page. Use a current Chrome, Edge or Firefox.");
  }
}

async function start(entry, blob, contextSize, { onProgress, signal }) {
  checkBrowser();
  signal?.throwIfAborted();
  if (!files) throw new ModelError(0, "not_configured", "The addresses of the engine are missing. Reload the page.");
  const { Wllama, useWorker } = await import(files.script).catch(() => {
    throw new ModelError(0, "engine_failed", NOT_STARTED);
  });
  useWorker(files.worker, files.digest);
  const engineErrors = [];
  let fail;
  const broken = new Promise((_, reject) => (fail = reject));
  broken.catch(() => {});
  const ignore = () => {};
  const logError = (...parts) => {
    // The engine logs texts. If its worker script cannot be loaded, it logs the error event instead.
    if (parts[0] instanceof Event) fail(new ModelError(0, "engine_failed", NOT_STARTED));
    else engineErrors.push(parts.join(" ").trim());
  };
  const logger = { debug: ignore, log: ignore, warn: ignore, error: logError };
  // This module stores the models, so the engine gets empty objects in place of its own stores.
  const engine = new Wllama({ default: files.module }, { logger, cacheManager: {}, modelManager: {}, preferWebGPU: false });
  engine.setCompat(null);
  const threads = globalThis.crossOriginIsolated ? Math.min(MOST_THREADS, Math.max(2, Math.floor(navigator.hardwareConcurrency / 2))) : 1;
  const settings = { n_ctx: contextSize, n_threads: threads, n_gpu_layers: 0, n_parallel: 1, log_level: 4 };
  try {
    const loading = engine.loadModel([watched(blob, onProgress)], settings);
    await abortable(Promise.race([loading, broken]), signal);
    return { engine, entry, threads: engine.getNumThreads(), contextSize: engine.getLoadedContextInfo().n_ctx, broken };
  } catch (error) {
    await engine.exit().catch(ignore);
    if (error instanceof ModelError || signal?.aborted) throw error;
    const reason = engineErrors.at(-1) ?? error?.message ?? error;
    throw new ModelError(500, "load_failed", `${entry.name} cannot be loaded: ${reason}. Choose a smaller or another model.`);
  }
}

// Wraps a blob so that `onProgress` receives the number of bytes that were read.
function watched(blob, onProgress) {
  let done = 0;
  return {
    size: blob.size,
    stream: () => blob.stream(),
    slice(begin, end) {
      done = Math.max(done, Math.min(end, blob.size));
      onProgress?.({ step: "load", done, total: blob.size });
      return blob.slice(begin, end);
    },
  };
}

async function unload() {
  const { engine } = current ?? {};
  current = undefined;
  await engine?.exit();
}
