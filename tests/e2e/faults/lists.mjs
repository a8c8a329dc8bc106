// Lists of models in each provider's shape. Anthropic, Gemini and Cohere split theirs into pages. A
// page has five models here, whatever page size is requested.

import { MODELS } from "./script.mjs";

const PAGE = 5;

// Returns the models from an index on, and whether more follow.
function page(begin) {
  const end = begin + PAGE;
  return { models: MODELS.slice(begin, end), end, hasMore: end < MODELS.length };
}

const LISTS = {
  openai: () => ({ object: "list", data: MODELS.map((id) => ({ id, object: "model", created: 1, owned_by: "faults" })) }),
  openrouter: () => ({
    data: [
      ...MODELS.map((id, at) => ({
        id: `vendor/${id}`,
        canonical_slug: `vendor/${id}`,
        name: `Vendor: ${id}`,
        created: 1,
        context_length: 131_072,
        pricing: { prompt: `0.00000${at + 1}`, completion: `0.0000${at + 1}`, request: "0" },
        supported_parameters: ["temperature"],
      })),
      { id: "openrouter/auto", name: "Auto", context_length: 2_000_000, pricing: { prompt: "-1", completion: "-1" } },
    ],
  }),
  together: () => MODELS.map((id) => ({ id, object: "model", type: "chat", context_length: 8_192 })),
  anthropic(query) {
    const { models, hasMore } = page(MODELS.indexOf(query.get("after_id")) + 1);
    const data = models.map((id) => ({ type: "model", id, display_name: `Model ${id}`, max_input_tokens: 200_000 }));
    return { data, has_more: hasMore, first_id: models[0] ?? null, last_id: models.at(-1) ?? null };
  },
  gemini(query) {
    const { models, end, hasMore } = page(Number(query.get("pageToken")?.slice(1) ?? 0));
    const methods = (name) => (name === "embedding" ? ["embedContent"] : ["generateContent", "countTokens"]);
    const entries = [...models, ...(hasMore ? [] : ["embedding"])].map((name) => ({
      name: `models/${name}`,
      displayName: `Model ${name}`,
      inputTokenLimit: 1_048_576,
      supportedGenerationMethods: methods(name),
    }));
    return { models: entries, ...(hasMore ? { nextPageToken: `p${end}` } : {}) };
  },
  cohere(query) {
    const { models, end, hasMore } = page(Number(query.get("page_token")?.slice(1) ?? 0));
    const entries = models.map((name) => ({ name, endpoints: ["chat"], context_length: 256_000 }));
    return { models: entries, ...(hasMore ? { next_page_token: `p${end}` } : {}) };
  },
  ollama: () => ({ models: MODELS.map((name) => ({ name, model: name, size: 5, digest: "0", details: { family: "faults" } })) }),
};

export const list = (provider, query) => LISTS[provider.listed](query);
