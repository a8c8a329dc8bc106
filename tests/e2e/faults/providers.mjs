// Differences between providers: paths, format, CORS, errors, and the place of reasoning and
// tokens. They follow the shapes in crates/provider/tests/shapes and the sources named there.

const CHAT = {
  format: "chat", // A format of formats.mjs.
  base: "/v1",
  list: "/models",
  listed: "openai", // A shape of lists.mjs.
  header: "authorization", // The header with the key.
  isLocal: false, // Works without a key.
  listIsOpen: false, // Lists its models without a key.
  cors: "reflects", // Reflects the requested headers, or a list of allowed ones.
  errors: "openai", // A shape of errors.mjs.
  reasoning: "reasoning_content", // The usual place of reasoning.
  wantsReasoning: false, // Needs the reasoning of turns that called tools, with the results.
  callsWhole: false, // A stream has each call in one piece, without its number.
  usage: "asked", // In a stream: on request, in the last piece, always in a separate piece, or in Groq's form.
};
const LOCAL = { ...CHAT, isLocal: true };

export const PROVIDERS = {
  openrouter: {
    ...CHAT,
    base: "/api/v1",
    listed: "openrouter",
    listIsOpen: true,
    cors: [
      "authorization",
      "content-type",
      "http-referer",
      "x-title",
      "x-openrouter-title",
      "x-openrouter-categories",
    ],
    errors: "openrouter",
    reasoning: "both-with-details",
    usage: "always",
  },
  openai: { ...CHAT, hidesRefusals: true, reasoning: "nowhere" },
  "openai-responses": { ...CHAT, format: "responses", hidesRefusals: true },
  anthropic: { ...CHAT, format: "anthropic", header: "x-api-key", listed: "anthropic", errors: "anthropic" },
  gemini: {
    ...CHAT,
    format: "gemini",
    base: "/v1beta",
    header: "x-goog-api-key",
    listed: "gemini",
    cors: ["x-goog-api-key", "x-goog-api-client", "content-type"],
    refusesPreflights: true,
    errors: "gemini",
  },
  mistral: {
    ...CHAT,
    cors: ["authorization", "content-type", "x-mistral-user-agent"],
    errors: "mistral",
    reasoning: "parts",
    callsWhole: true,
    usage: "last",
    refused: "stream_options",
  },
  groq: { ...CHAT, base: "/openai/v1", reasoning: "reasoning", usage: "groq" },
  deepseek: { ...CHAT, base: "", wantsReasoning: true, usage: "last" },
  xai: { ...CHAT, errors: "xai", reasoning: "nowhere", countsReasoningApart: true },
  together: { ...CHAT, reasoning: "reasoning", listed: "together", usage: "last" },
  fireworks: {
    ...CHAT,
    base: "/inference/v1",
    cors: ["authorization", "content-type", "http-referer", "x-title"],
    usage: "last",
  },
  cohere: { ...CHAT, format: "cohere", base: "", list: "/v1/models", listed: "cohere", errors: "cohere" },
  cerebras: { ...CHAT, errors: "flat", hidesRefusals: true, reasoning: "reasoning", usage: "last" },
  huggingface: { ...CHAT, listIsOpen: true },
  ollama: { ...LOCAL, format: "ollama", base: "/api", list: "/tags", listed: "ollama", errors: "text" },
  "ollama-compatible": { ...LOCAL, reasoning: "reasoning" },
  "lm-studio": { ...LOCAL, errors: "text", takesAnyAddress: true },
  "llama-cpp": LOCAL,
  vllm: { ...LOCAL, errors: "vllm", reasoning: "reasoning" },
  litellm: LOCAL,
  compatible: CHAT,
};

// Returns the provider of a path that names none.
function guess(path, query, headers) {
  const asked = `${Object.keys(headers)},${headers["access-control-request-headers"]}`.toLowerCase();
  if (path.startsWith("/v1beta/")) return "gemini";
  if (path === "/v1/messages" || asked.includes("anthropic-version")) return "anthropic";
  if (path === "/v2/chat" || query.has("endpoint")) return "cohere";
  if (path === "/api/chat" || path === "/api/tags") return "ollama";
  if (path.startsWith("/api/v1/") || path === "/auth") return "openrouter";
  if (path.startsWith("/inference/v1/")) return "fireworks";
  return path === "/v1/responses" ? "openai-responses" : "openai";
}

// Returns the provider of a path, the words in it, and the rest: `/openai+no-cors/v1/models`, or
// just `/v1/models`.
export function place(path, query, headers) {
  const [, name, words, rest] = /^\/([^/+]+)(?:\+([^/]+))?(\/.*)$/.exec(path) ?? [];
  const isNamed = name !== undefined && Object.hasOwn(PROVIDERS, name) && rest !== undefined;
  const slug = isNamed ? name : guess(path, query, headers);
  return { slug, provider: PROVIDERS[slug], words: (isNamed && words) || "right", path: isNamed ? rest : path };
}
