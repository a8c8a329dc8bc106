// The browser's own model ("own" in names), through the Prompt API (webmachinelearning/prompt-api).
// The API exists only in windows, not in workers. It offers no seed and does not name the model, so the
// page names the model by the browser's version.

import { ModelError } from "./model_error.js";

const LANGUAGES = {
  expectedInputs: [{ type: "text", languages: ["en"] }],
  expectedOutputs: [{ type: "text", languages: ["en"] }],
};

// The length of an answer in tokens is measured after each group of this many pieces.
const MEASURED_EVERY = 16;

// For each sampling mode: a promise of a session without messages. Each dialogue starts with a clone.
const fresh = new Map();
// The session of the last answer, and its messages as a key. The next turn of the dialogue uses a clone,
// so that the model need not read the messages again.
let last;

// Returns "missing", "unavailable", "downloadable", "downloading" or "available".
export async function builtInAvailability() {
  if (!globalThis.LanguageModel) return "missing";
  // The call fails if Permissions-Policy forbids the page to use the model.
  return LanguageModel.availability(LANGUAGES).catch(() => "unavailable");
}

// Lets the browser download its model. The browser requires a click shortly before. `onProgress`
// receives the downloaded share.
export async function downloadBuiltIn(onProgress, signal) {
  const monitor = (target) => target.addEventListener("downloadprogress", ({ loaded }) => onProgress(loaded));
  const session = await LanguageModel.create({ ...LANGUAGES, monitor, signal });
  session.destroy();
}

// Returns the size of the context in tokens; undefined if the browser does not report it.
export async function builtInContextSize() {
  const session = await begin([]);
  const size = session.contextWindow;
  session.destroy();
  return size;
}

// Returns the model's entry in a list of models. Its id contains only the browser's major version;
// an answer names the full version.
export async function builtInEntry() {
  const { brand, version } = await browser();
  const [main] = version.split(".");
  return { id: `${brand.toLowerCase().replaceAll(/[^a-z]+/g, "-")}-${main}`, name: `The model of ${brand} ${main}` };
}

async function browser() {
  const data = navigator.userAgentData;
  const { fullVersionList } = (await data?.getHighEntropyValues(["fullVersionList"])) ?? {};
  // Browsers add a made-up brand to the list, and derivatives of Chromium also list Chromium.
  const brands = (fullVersionList ?? []).filter(({ brand }) => !/not.?a.?brand/i.test(brand));
  const named = brands.find(({ brand }) => brand !== "Chromium") ?? brands[0];
  const [, version = "0"] = /(?:Edg|Chrome|Firefox|Version)\/([\d.]+)/.exec(navigator.userAgent) ?? [];
  return named ?? { brand: "Browser", version };
}

// Returns whether the browser reads `samplingMode`. Such a browser ignores temperatures.
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

// Returns a session that has read these messages. `mode` is the sampling mode; undefined means the
// browser's default.
async function begin(messages, mode, signal) {
  const options = { ...LANGUAGES, ...(mode && { samplingMode: mode }) };
  if (messages.length === 0) {
    // Parallel questions share one session, even while it is being created.
    if (!fresh.has(mode)) fresh.set(mode, LanguageModel.create(options));
    return (await fresh.get(mode)).clone({ signal });
  }
  if (last?.key === keyOf(messages, mode)) return last.session.clone({ signal });
  return LanguageModel.create({ ...options, initialPrompts: messages, signal });
}

const keyOf = (messages, mode) => JSON.stringify([mode, messages.map(({ role, content }) => [role, content])]);

// Answers a chat-completions request. Yields `{ model, content }` for each piece of text, and
// `{ finish, usage }` at the end.
export async function* builtInChat({ model, messages, temperature, max_tokens: limit = Infinity }, signal) {
  const state = await builtInAvailability();
  if (state !== "available") throw new ModelError(404, "model_not_found", `The browser’s own model is not ready (${state}). Choose it under “Ask a model” in Play, which says what it needs.`);
  const { id } = await builtInEntry();
  if (model !== id) throw new ModelError(404, "model_not_found", `The model here is ${id}, and not ${model}. Another version of the browser may have another model, so its answers are not mixed.`);
  // The most predictable sampling mode replaces temperature 0.
  const mode = temperature === 0 && (await hasModes()) ? "most-predictable" : undefined;
  if (temperature !== undefined && !mode) {
    throw Object.assign(new ModelError(400, "invalid_request_error", "The browser’s own model does not support this temperature."), { param: "temperature" });
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
        break; // Leaving the loop cancels the answer.
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
    if (!signal.aborted) fresh.delete(mode); // The browser may have destroyed this session.
    if (error.name === "QuotaExceededError") throw tooLong(error.requested, error.quota);
    throw error;
  } finally {
    session?.destroy();
  }
}

function tooLong(tokens, context) {
  const sizes = tokens && context ? `: ${tokens} tokens, of ${context} that fit` : "";
  return new ModelError(400, "context_length_exceeded", `The prompt is too long for the browser’s own model${sizes}.`);
}
