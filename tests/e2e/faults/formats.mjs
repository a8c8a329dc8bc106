// The wire formats: what a request asks for, and an answer (model.mjs) as a reply in pieces or in one. A piece is
// `{ data, name }`: an object or a bare text, and the name of the event where the format has names.

const PADDING = "x".repeat(8 << 10);

const lastOf = (turns, text) => (Array.isArray(turns) ? text(turns.at(-1)) : turns) ?? "";
const contentOf = (turn) => {
  const content = turn?.content;
  return typeof content === "string" ? content : (content ?? []).map((part) => part.text ?? "").join("");
};
const joined = (pieces) => pieces.join("");

// Reasoning that stands in the text, where the place says so.
function parted(answer, place) {
  if (place !== "tags" && place !== "closing-tag") return answer;
  const before = place === "tags" ? "<think>" : "";
  const text = answer.reasoning.length > 0 ? [before, ...answer.reasoning, "\n</think>\n\n", ...answer.text] : answer.text;
  return { ...answer, reasoning: [], text };
}

const CHAT_REASONING = {
  reasoning_content: (text) => ({ reasoning_content: text }),
  reasoning: (text) => ({ reasoning: text }),
  both: (text) => ({ reasoning: text, reasoning_content: text }),
  "both-with-details": (text) => ({ reasoning: text, reasoning_details: [{ type: "reasoning.text", text }] }),
  details: (text) => ({ reasoning_details: [{ type: "reasoning.text", text }] }),
  parts: (text) => ({ content: [{ type: "thinking", thinking: [{ type: "text", text }] }] }),
};

function chatUsage({ tokens }, { countsReasoningApart }) {
  const { input, reasoning, text } = tokens;
  return {
    prompt_tokens: input,
    completion_tokens: countsReasoningApart ? text : reasoning + text,
    total_tokens: input + reasoning + text,
    prompt_tokens_details: { cached_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: reasoning },
  };
}

const chat = {
  path: () => "/chat/completions",
  ask: (body) => ({
    model: body.model,
    prompt: lastOf(body.messages, contentOf),
    isStreamed: body.stream === true,
    wantsUsage: body.stream_options?.include_usage === true,
  }),
  pieces(answer, { model, provider, place, wantsUsage }) {
    const piece = (delta, finish_reason = null) => ({
      data: { id: "x-1", object: "chat.completion.chunk", created: 1, model, choices: [{ index: 0, delta, finish_reason }] },
    });
    const reasoning = CHAT_REASONING[place];
    const end = piece({}, answer.stop === "length" ? "length" : "stop");
    const usage = chatUsage(answer, provider);
    if (provider.usage === "last") end.data.usage = usage;
    if (provider.usage === "groq") end.data.x_groq = { id: "req_1", usage };
    const own = provider.usage === "always" || (provider.usage === "asked" && wantsUsage);
    const word = answer.stop === "refusal" && provider.hidesRefusals ? "refusal" : "content";
    return [
      piece({ role: "assistant", content: "" }),
      ...(reasoning ? answer.reasoning.map((text) => piece(reasoning(text))) : []),
      ...answer.text.map((text) => piece({ [word]: text })),
      end,
      ...(own ? [{ data: { ...end.data, choices: [], usage } }] : []),
      { data: "[DONE]" },
    ];
  },
  whole(answer, { model, provider, place }) {
    const message = { role: "assistant", content: joined(answer.text) };
    const reasoning = answer.reasoning.length > 0 && CHAT_REASONING[place]?.(joined(answer.reasoning));
    if (reasoning?.content) message.content = [...reasoning.content, { type: "text", text: message.content }];
    else Object.assign(message, reasoning);
    if (answer.stop === "refusal" && provider.hidesRefusals) Object.assign(message, { content: null, refusal: message.content });
    const finish_reason = answer.stop === "length" ? "length" : "stop";
    const choices = [{ index: 0, message, finish_reason }];
    return { id: "x-1", object: "chat.completion", created: 1, model, choices, usage: chatUsage(answer, provider) };
  },
  broken: (body) => ({ data: body }),
  alive: [": keep-alive\n\n", ": OPENROUTER PROCESSING\n\n", "\n"],
};

function response(answer, model, status) {
  const { input, reasoning, text } = answer.tokens;
  const spoken =
    answer.stop === "refusal"
      ? { type: "refusal", refusal: joined(answer.text) }
      : { type: "output_text", text: joined(answer.text), annotations: [] };
  const summary = [{ type: "summary_text", text: joined(answer.reasoning) }];
  const isDone = status !== "in_progress";
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status,
    error: null,
    incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
    model,
    output: !isDone
      ? []
      : [
          ...(answer.reasoning.length > 0 ? [{ type: "reasoning", id: "rs_1", summary }] : []),
          { type: "message", id: "msg_1", role: "assistant", content: [spoken] },
        ],
    usage: !isDone
      ? null
      : {
          input_tokens: input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: reasoning + text,
          output_tokens_details: { reasoning_tokens: reasoning },
          total_tokens: input + reasoning + text,
        },
  };
}

const responses = {
  path: () => "/responses",
  ask: (body) => ({ model: body.model, prompt: lastOf(body.input, contentOf), isStreamed: body.stream === true }),
  pieces(answer, { model }) {
    const piece = (type, rest) => ({ name: type, data: { type, ...rest } });
    const status = answer.stop === "length" ? "incomplete" : "completed";
    const written = answer.stop === "refusal" ? "response.refusal.delta" : "response.output_text.delta";
    const part = { type: "summary_text", text: "" };
    return [
      piece("response.created", { response: response(answer, model, "in_progress") }),
      ...(answer.reasoning.length > 0 ? [piece("response.reasoning_summary_part.added", { summary_index: 0, part })] : []),
      ...answer.reasoning.map((delta) => piece("response.reasoning_summary_text.delta", { summary_index: 0, delta })),
      ...answer.text.map((delta) => piece(written, { output_index: 1, delta, obfuscation: "q" })),
      piece(`response.${status}`, { response: response(answer, model, status) }),
    ];
  },
  whole: (answer, { model }) => response(answer, model, answer.stop === "length" ? "incomplete" : "completed"),
  broken: ({ error }) => ({ name: "error", data: { type: "error", code: error.code ?? error.type, message: error.message } }),
  alive: ["event: keepalive\ndata: {\"type\": \"keepalive\"}\n\n", ": ping\n\n"],
};

const ANTHROPIC_STOPS = { natural: "end_turn", length: "max_tokens", refusal: "refusal" };

const anthropic = {
  path: () => "/messages",
  ask: (body) => ({
    model: body.model,
    prompt: lastOf(body.messages, contentOf),
    isStreamed: body.stream === true,
    lacks: Number.isInteger(body.max_tokens) ? undefined : "max_tokens",
  }),
  pieces(answer, { model }) {
    const piece = (type, rest) => ({ name: type, data: { type, ...rest } });
    const message = { ...anthropic.whole(answer, { model }), content: [], stop_reason: null };
    message.usage = { ...message.usage, output_tokens: 1 };
    const blocks = [
      { kind: "thinking", pieces: answer.reasoning },
      { kind: "text", pieces: answer.stop === "refusal" ? [] : answer.text },
    ].filter(({ pieces }) => pieces.length > 0);
    const told = blocks.flatMap(({ kind, pieces }, index) => [
      piece("content_block_start", { index, content_block: { type: kind, [kind]: "" } }),
      ...pieces.map((text) => piece("content_block_delta", { index, delta: { type: `${kind}_delta`, [kind]: text } })),
      piece("content_block_stop", { index }),
    ]);
    const { output_tokens } = anthropic.whole(answer, { model }).usage;
    const delta = { stop_reason: ANTHROPIC_STOPS[answer.stop], stop_sequence: null };
    return [
      piece("message_start", { message }),
      ...told,
      piece("message_delta", { delta, usage: { output_tokens } }),
      piece("message_stop", {}),
    ];
  },
  whole(answer, { model }) {
    const content = [];
    if (answer.reasoning.length > 0) content.push({ type: "thinking", thinking: joined(answer.reasoning), signature: "aW52" });
    if (answer.stop !== "refusal") content.push({ type: "text", text: joined(answer.text) });
    const { input, reasoning, text } = answer.tokens;
    const stop_reason = ANTHROPIC_STOPS[answer.stop];
    const usage = { input_tokens: input, output_tokens: reasoning + text };
    return { id: "msg_1", type: "message", role: "assistant", model, content, stop_reason, stop_sequence: null, usage };
  },
  broken: (body) => ({ name: "error", data: body }),
  alive: ["event: ping\ndata: {\"type\": \"ping\"}\n\n"],
};

const gemini = {
  path: (model, isStreamed) => `/models/${model}:${isStreamed ? "streamGenerateContent" : "generateContent"}`,
  ask: (body) => ({ prompt: lastOf(body.contents, (turn) => (turn?.parts ?? []).map(({ text }) => text ?? "").join("")) }),
  pieces(answer, { model }) {
    const piece = (part) => ({
      data: { candidates: [{ content: { parts: [part], role: "model" }, index: 0 }], modelVersion: model },
    });
    const pieces = [
      ...answer.reasoning.map((text) => piece({ text, thought: true })),
      ...(answer.text.length > 0 ? answer.text : [""]).map((text) => piece({ text })),
    ];
    const { usageMetadata } = gemini.whole(answer, { model });
    pieces.at(-1).data.candidates[0].finishReason = answer.stop === "length" ? "MAX_TOKENS" : "STOP";
    pieces.at(-1).data.usageMetadata = usageMetadata;
    return pieces;
  },
  whole(answer, { model }) {
    const parts = [{ text: joined(answer.text) }];
    if (answer.reasoning.length > 0) parts.unshift({ text: joined(answer.reasoning), thought: true });
    const finishReason = answer.stop === "length" ? "MAX_TOKENS" : "STOP";
    const { input, reasoning, text } = answer.tokens;
    const usageMetadata = { promptTokenCount: input, candidatesTokenCount: text, totalTokenCount: input + reasoning + text };
    if (reasoning > 0) usageMetadata.thoughtsTokenCount = reasoning;
    return { candidates: [{ content: { parts, role: "model" }, index: 0, finishReason }], modelVersion: model, usageMetadata };
  },
  broken: (body) => ({ data: body }),
  alive: [": keep-alive\n\n", "\n\n"],
};

const cohere = {
  path: () => "/v2/chat",
  ask: chat.ask,
  pieces(answer) {
    const piece = (type, rest) => ({ name: type, data: { type, ...rest } });
    const block = (kind, pieces, index) => [
      piece("content-start", { index, delta: { message: { content: { type: kind, [kind]: "" } } } }),
      ...pieces.map((text) => piece("content-delta", { index, delta: { message: { content: { [kind]: text } } } })),
      piece("content-end", { index }),
    ];
    const { finish_reason, usage } = cohere.whole(answer);
    return [
      piece("message-start", { id: "c1", delta: { message: { role: "assistant", content: [] } } }),
      ...(answer.reasoning.length > 0 ? block("thinking", answer.reasoning, 0) : []),
      ...block("text", answer.text, 1),
      piece("message-end", { delta: { finish_reason, usage } }),
    ];
  },
  whole(answer) {
    const content = [{ type: "text", text: joined(answer.text) }];
    if (answer.reasoning.length > 0) content.unshift({ type: "thinking", thinking: joined(answer.reasoning) });
    const { input, reasoning, text } = answer.tokens;
    const tokens = { input_tokens: input, output_tokens: reasoning + text };
    const finish_reason = answer.stop === "length" ? "MAX_TOKENS" : "COMPLETE";
    return { id: "c1", finish_reason, message: { role: "assistant", content }, usage: { billed_units: tokens, tokens } };
  },
  broken: ({ message }) => ({
    name: "message-end",
    data: { type: "message-end", delta: { finish_reason: "ERROR", error: message } },
  }),
  alive: [": keep-alive\n\n"],
};

const ollama = {
  path: () => "/chat",
  ask: (body) => ({ ...chat.ask(body), isStreamed: body.stream !== false }),
  isLines: true,
  pieces(answer, { model }) {
    const created_at = "2026-11-20T00:00:00Z";
    const piece = (said, rest) => {
      const message = { role: "assistant", content: "", ...said };
      return { data: { model, created_at, message, done: false, ...rest } };
    };
    const { input, reasoning, text } = answer.tokens;
    const done_reason = answer.stop === "length" ? "length" : "stop";
    return [
      ...answer.reasoning.map((thinking) => piece({ thinking })),
      ...answer.text.map((content) => piece({ content })),
      piece({}, { done: true, done_reason, total_duration: 1, prompt_eval_count: input, eval_count: reasoning + text }),
    ];
  },
  whole(answer, { model }) {
    const { data } = ollama.pieces(answer, { model }).at(-1);
    data.message.content = joined(answer.text);
    if (answer.reasoning.length > 0) data.message.thinking = joined(answer.reasoning);
    return data;
  },
  broken: (body) => ({ data: body }),
  alive: ["\n"],
};

const FORMATS = { chat, responses, anthropic, gemini, cohere, ollama };

// Where a request goes, behind the base address: `null` where nothing is asked there.
export function asked(provider, path, body) {
  const format = FORMATS[provider.format];
  if (provider.format !== "gemini") return path === provider.base + format.path() ? format.ask(body) : null;
  const [, model, way] = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path) ?? [];
  if (model === undefined) return null;
  return { ...format.ask(body), model: decodeURIComponent(model), isStreamed: way === "streamGenerateContent" };
}

// A reply in one piece.
export function whole(answer, told) {
  return JSON.stringify(FORMATS[told.provider.format].whole(parted(answer, told.place), told));
}

// A reply in pieces, each as it is written, of which `holds(word)` says what is done to it.
export function streamed(answer, told, holds, error) {
  const format = FORMATS[told.provider.format];
  const written = ({ name, data }) => {
    const text = typeof data === "string" ? data : JSON.stringify(holds("long-lines") ? { ...data, padding: PADDING } : data);
    return format.isLines ? `${text}\n` : `${name ? `event: ${name}\n` : ""}data: ${text}\n\n`;
  };
  let pieces = format.pieces(parted(answer, told.place), told);
  const middle = Math.ceil(pieces.length / 2);
  if (holds("error-mid-stream")) pieces = [...pieces.slice(0, middle), format.broken(error)];
  const texts = pieces.map(written);
  if (holds("malformed")) texts[middle - 1] = written({ ...pieces[middle - 1], data: '{"choices": [{' });
  if (!holds("keep-alives")) return texts;
  return texts.flatMap((text, at) => [format.alive[at % format.alive.length], text]);
}

// The media type of a reply in pieces.
export const streamType = (provider) => (FORMATS[provider.format].isLines ? "application/x-ndjson" : "text/event-stream");
