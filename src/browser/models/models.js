// Language models that run in this browser. The page imports this script when a model is first needed.
// A worker sends requests through a port, in the format of OpenAI's chat completions.

import { ModelError } from "./model_error.js";
import { downloadBuiltIn, builtInAvailability, builtInChat, builtInContextSize, builtInEntry } from "./built_in_model.js";

export { downloadBuiltIn, builtInAvailability, builtInContextSize };

// A promise of the module that runs model files. Its engine of 10 MB is loaded on demand.
let engine;

function fileModel() {
  engine ??= importEngine().catch((error) => {
    engine = undefined;
    throw error;
  });
  return engine;
}

async function importEngine() {
  const listed = (name) => document.querySelector(`meta[name=asset-${name}]`).content;
  const [script, worker, module, digest] = listed("wllama").split(" ");
  const imported = await import(new URL(listed("file-model"), document.baseURI).href);
  await imported.configure({ script, worker, module, digest });
  return imported;
}

const MODELS = {
  browser: {
    list: async () => [await builtInEntry()],
    chat: (request, signal) => builtInChat(request, signal),
  },
  gguf: {
    async list() {
      const stored = await (await fileModel()).stored();
      return stored.map(({ name }) => ({ id: name }));
    },
    async *chat(request, signal) {
      const files = await fileModel();
      if (files.loaded()?.name !== request.model) {
        await files.load(request.model, { signal }).catch((error) => {
          // Status 404 makes the worker report the error without another attempt.
          throw signal.aborted ? error : new ModelError(404, "model_not_found", error.message);
        });
      }
      for await (const piece of files.chat(request, signal)) yield { model: request.model, ...piece };
    },
  },
};

// Answers the request of a port. The first message is the request; the message "cancel" aborts it.
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
  const sendJson = (status, value) => {
    begin(status, "application/json");
    send(JSON.stringify(value));
  };
  let isBegun = false;
  try {
    const [, kind, path] = /^in-page:\/\/([^/]+)\/v1\/(.*)$/.exec(url) ?? [];
    const model = MODELS[kind];
    if (path === "models") {
      sendJson(200, { data: await model.list() });
    } else {
      const request = JSON.parse(body);
      if (request.tools?.length > 0) {
        throw Object.assign(new ModelError(400, "invalid_request_error", "Models in the page do not support tools."), { param: "tools" });
      }
      for await (const chunk of chunks(model.chat(request, signal))) {
        // The status 200 is sent with the first piece, because an error before it has its own status.
        if (!isBegun) begin(200, "text/event-stream");
        isBegun = true;
        send(`data: ${JSON.stringify(chunk)}\n\n`);
      }
      send("data: [DONE]\n\n");
    }
  } catch (error) {
    const { code = "server_error", param } = error ?? {};
    const status = error?.status || 500;
    const reply = { error: { message: String(error?.message ?? error), code, param } };
    if (isBegun) send(`data: ${JSON.stringify(reply)}\n\n`);
    else sendJson(status, reply);
  }
  port.postMessage("end");
}

// Converts the pieces of an answer into chunks of a streamed chat completion.
async function* chunks(pieces) {
  const chunk = (model, delta, finish = null) => ({ object: "chat.completion.chunk", model, choices: [{ index: 0, delta, finish_reason: finish }] });
  let named;
  for await (const { model, content, finish, usage } of pieces) {
    named = model ?? named;
    if (content) yield chunk(named, { content });
    if (finish) yield { ...chunk(named, {}, finish), usage };
  }
}

// Returns the stored model files: name and size in bytes.
export async function storedFiles() {
  const stored = await (await fileModel()).stored();
  return stored.map(({ name, bytes }) => [name, bytes]);
}

// Returns the suggested model files: name, size in bytes, licence, address, and hosts.
export async function suggestedFiles() {
  const { SUGGESTIONS } = await fileModel();
  return SUGGESTIONS.map(({ name, bytes, licence, address, hosts }) => [name, bytes, licence, address, hosts.join(", ")]);
}

const share = (onProgress) => ({ onProgress: ({ done, total }) => onProgress(done / total) });

// Stores a chosen file. `onProgress` receives the completed share of the current step.
export async function addFile(file, onProgress) {
  await (await fileModel()).add(file, share(onProgress));
}

// Fetches and stores a suggested file.
export async function downloadFile(address, onProgress) {
  const files = await fileModel();
  const { hosts, bytes } = files.SUGGESTIONS.find((suggestion) => suggestion.address === address);
  await files.download(address, { hosts, bytes, ...share(onProgress) });
}

export async function removeFile(name) {
  await (await fileModel()).remove(name);
}
