// The wire formats. They read what a request asks for, and write an answer (model.mjs) as a reply,
// streamed or whole. A piece of a stream is `{ data, name, isEnd }`. `data` is an object or a text,
// and `name` the event in formats that name events. `isEnd` marks the piece with the stop and those
// after it.

import { applyPieceFaults, written } from "./wording.mjs";

const joined = (pieces) => pieces.join("");

// Gives each call of an answer an id; `turn` keeps those of different turns apart.
const identified = ({ calls }, turn) => calls.map((call, at) => ({ ...call, id: `call${`${turn}`.padStart(3, "0")}${`${at}`.padStart(2, "0")}` }));
// Returns arguments as an object, for formats that need one; text that is not JSON becomes a
// member.
function objectOf(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}
const inParts = (text) => text.match(/[^]{1,13}/g) ?? [];
// Interleaves the pieces of several calls, as models that call several tools at once send them.
function interleave(lists) {
  const longest = Math.max(0, ...lists.map((pieces) => pieces.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((pieces) => pieces.slice(at, at + 1))).flat();
}
const chatCall = ({ id, name, arguments: text }) => ({ id, type: "function", function: { name, arguments: text } });

// Moves reasoning into the text, if `place` is one of the two places in the text.
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

const CHAT_STOPS = {
  natural: "stop",
  refusal: "stop",
  length: "length",
  tool: "tool_calls",
  filter: "content_filter",
  failure: "error",
  unsaid: null,
};
const FAILURE = { code: "server_error", message: "The model failed." };

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
    isStreamed: body.stream === true,
    wantsUsage: body.stream_options?.include_usage === true,
  }),
  pieces(answer, { model, provider, place, wantsUsage, turn }) {
    const piece = (delta, finish_reason = null) => ({
      data: { id: "x-1", object: "chat.completion.chunk", created: 1, model, choices: [{ index: 0, delta, finish_reason }] },
    });
    const reasoning = CHAT_REASONING[place];
    const end = { ...piece({}, CHAT_STOPS[answer.stop]), isEnd: true };
    if (answer.stop === "failure") end.data.choices[0].error = { ...FAILURE, code: 502 };
    const calls = identified(answer, turn);
    const inPieces = (call, index) => [
      { index, ...chatCall({ ...call, arguments: "" }) },
      ...inParts(call.arguments).map((text) => ({ index, function: { arguments: text } })),
    ];
    const chunks = provider.callsWhole ? calls.map(chatCall) : interleave(calls.map(inPieces));
    const usage = chatUsage(answer, provider);
    if (provider.usage === "last") end.data.usage = usage;
    if (provider.usage === "groq") end.data.x_groq = { id: "req_1", usage };
    const own = provider.usage === "always" || (provider.usage === "asked" && wantsUsage);
    const word = answer.stop === "refusal" && provider.hidesRefusals ? "refusal" : "content";
    return [
      piece({ role: "assistant", content: "" }),
      ...(reasoning ? answer.reasoning.map((text) => piece(reasoning(text))) : []),
      ...answer.text.map((text) => piece({ [word]: text })),
      ...chunks.map((call) => piece({ tool_calls: [call] })),
      end,
      ...(own ? [{ data: { ...end.data, choices: [], usage }, isEnd: true }] : []),
      { data: "[DONE]", isEnd: true },
    ];
  },
  whole(answer, { model, provider, place, turn }) {
    const message = { role: "assistant", content: joined(answer.text) };
    if (answer.calls.length > 0) Object.assign(message, { content: null, tool_calls: identified(answer, turn).map(chatCall) });
    const reasoning = answer.reasoning.length > 0 && CHAT_REASONING[place]?.(joined(answer.reasoning));
    if (reasoning?.content) message.content = [...reasoning.content, { type: "text", text: message.content }];
    else Object.assign(message, reasoning);
    if (answer.stop === "refusal" && provider.hidesRefusals) Object.assign(message, { content: null, refusal: message.content });
    const finish_reason = CHAT_STOPS[answer.stop];
    const choices = [{ index: 0, message, finish_reason }];
    return { id: "x-1", object: "chat.completion", created: 1, model, choices, usage: chatUsage(answer, provider) };
  },
  broken: (body) => ({ data: body }),
  alive: [": keep-alive\n\n", ": OPENROUTER PROCESSING\n\n", "\n"],
};

const RESPONSES_STATUSES = { length: "incomplete", filter: "incomplete", failure: "failed", unsaid: null };
const RESPONSES_REASONS = { length: "max_output_tokens", filter: "content_filter" };
const statusOf = ({ stop }) => (stop in RESPONSES_STATUSES ? RESPONSES_STATUSES[stop] : "completed");

const responsesCalls = (answer, turn) =>
  identified(answer, turn).map(({ id, name, arguments: text }) => ({
    type: "function_call",
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: text,
    status: "completed",
  }));

function response(answer, model, status, turn) {
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
    error: status === "failed" ? FAILURE : null,
    incomplete_details: status === "incomplete" ? { reason: RESPONSES_REASONS[answer.stop] } : null,
    model,
    output: !isDone
      ? []
      : [
          ...(answer.reasoning.length > 0 ? [{ type: "reasoning", id: "rs_1", summary, encrypted_content: "ZW5j" }] : []),
          ...(answer.text.length > 0 ? [{ type: "message", id: "msg_1", role: "assistant", content: [spoken] }] : []),
          ...responsesCalls(answer, turn),
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
  ask: (body) => ({ model: body.model, isStreamed: body.stream === true }),
  pieces(answer, { model, turn }) {
    const piece = (type, rest) => ({ name: type, data: { type, ...rest } });
    const status = statusOf(answer);
    const spoken = answer.stop === "refusal" ? "response.refusal.delta" : "response.output_text.delta";
    const part = { type: "summary_text", text: "" };
    const end = response(answer, model, status, turn);
    const calls = end.output.flatMap((item, output_index) => {
      if (item.type === "message") return [];
      const begin = item.type === "reasoning" ? { ...item, summary: [] } : { ...item, arguments: "", status: "in_progress" };
      const deltas = inParts(item.arguments ?? "").map((delta) => piece("response.function_call_arguments.delta", { output_index, delta }));
      return [[piece("response.output_item.added", { output_index, item: begin }), ...deltas, piece("response.output_item.done", { output_index, item })]];
    });
    return [
      piece("response.created", { response: response(answer, model, "in_progress") }),
      ...(answer.reasoning.length > 0 ? [piece("response.reasoning_summary_part.added", { summary_index: 0, part })] : []),
      ...answer.reasoning.map((delta) => piece("response.reasoning_summary_text.delta", { summary_index: 0, delta })),
      ...answer.text.map((delta) => piece(spoken, { output_index: 1, delta, obfuscation: "q" })),
      ...interleave(calls),
      { ...piece(`response.${status ?? "completed"}`, { response: end }), isEnd: true },
    ];
  },
  whole: (answer, { model, turn }) => response(answer, model, statusOf(answer), turn),
  broken: ({ error }) => ({ name: "error", data: { type: "error", code: error.code ?? error.type, message: error.message } }),
  alive: ["event: keepalive\ndata: {\"type\": \"keepalive\"}\n\n", ": ping\n\n"],
};

const ANTHROPIC_STOPS = {
  natural: "end_turn",
  length: "max_tokens",
  refusal: "refusal",
  tool: "tool_use",
  filter: "refusal",
  unsaid: null,
};

const anthropic = {
  path: () => "/messages",
  ask: (body) => ({
    model: body.model,
    isStreamed: body.stream === true,
    lacks: Number.isInteger(body.max_tokens) ? undefined : "max_tokens",
  }),
  pieces(answer, { model, turn }) {
    const piece = (type, rest) => ({ name: type, data: { type, ...rest } });
    const message = { ...anthropic.whole(answer, { model }), content: [], stop_reason: null };
    message.usage = { ...message.usage, output_tokens: 1 };
    const blocks = [
      { kind: "thinking", pieces: answer.reasoning, signature: "aW52" },
      { kind: "text", pieces: answer.stop === "refusal" ? [] : answer.text },
    ].filter(({ pieces }) => pieces.length > 0);
    const delta = (index, rest) => piece("content_block_delta", { index, delta: rest });
    const events = blocks.flatMap(({ kind, pieces, signature }, index) => [
      piece("content_block_start", { index, content_block: { type: kind, [kind]: "" } }),
      ...pieces.map((text) => delta(index, { type: `${kind}_delta`, [kind]: text })),
      ...(signature ? [delta(index, { type: "signature_delta", signature })] : []),
      piece("content_block_stop", { index }),
    ]);
    const called = identified(answer, turn).flatMap(({ id, name, arguments: text }, at) => {
      const index = blocks.length + at;
      return [
        piece("content_block_start", { index, content_block: { type: "tool_use", id, name, input: {} } }),
        ...["", ...inParts(text)].map((partial_json) => delta(index, { type: "input_json_delta", partial_json })),
        piece("content_block_stop", { index }),
      ];
    });
    const { output_tokens } = anthropic.whole(answer, { model }).usage;
    const end = { stop_reason: ANTHROPIC_STOPS[answer.stop], stop_sequence: null };
    return [
      piece("message_start", { message }),
      ...events,
      ...called,
      { ...piece("message_delta", { delta: end, usage: { output_tokens } }), isEnd: true },
      { ...piece("message_stop", {}), isEnd: true },
    ];
  },
  whole(answer, { model, turn }) {
    const content = [];
    if (answer.reasoning.length > 0) content.push({ type: "thinking", thinking: joined(answer.reasoning), signature: "aW52" });
    if (answer.stop !== "refusal" && answer.text.length > 0) content.push({ type: "text", text: joined(answer.text) });
    const calls = identified(answer, turn);
    content.push(...calls.map(({ id, name, arguments: text }) => ({ type: "tool_use", id, name, input: objectOf(text) })));
    const { input, reasoning, text } = answer.tokens;
    const stop_reason = ANTHROPIC_STOPS[answer.stop];
    const usage = { input_tokens: input, output_tokens: reasoning + text };
    return { id: "msg_1", type: "message", role: "assistant", model, content, stop_reason, stop_sequence: null, usage };
  },
  broken: (body) => ({ name: "error", data: body }),
  alive: ["event: ping\ndata: {\"type\": \"ping\"}\n\n"],
};

// Returns the calls of an answer; the first one is signed.
const geminiCalls = ({ calls }) =>
  calls.map(({ name, arguments: text }, at) => ({
    functionCall: { name, args: objectOf(text) },
    ...(at === 0 ? { thoughtSignature: "c2lnbmVk" } : {}),
  }));

const GEMINI_STOPS = { length: "MAX_TOKENS", filter: "SAFETY", failure: "OTHER", unsaid: undefined };
const geminiStop = ({ stop }) => (stop in GEMINI_STOPS ? GEMINI_STOPS[stop] : "STOP");

const gemini = {
  path: (model, isStreamed) => `/models/${model}:${isStreamed ? "streamGenerateContent" : "generateContent"}`,
  ask: () => ({}),
  // The stop comes with the last piece of text, or after it with `endsApart`.
  pieces(answer, { model, endsApart }) {
    const piece = (part) => ({
      data: { candidates: [{ content: { parts: [part], role: "model" }, index: 0 }], modelVersion: model },
    });
    const pieces = [
      ...answer.reasoning.map((text) => piece({ text, thought: true })),
      ...geminiCalls(answer).map(piece),
      ...(answer.text.length > 0 && !endsApart ? answer.text : [...answer.text, ""]).map((text) => piece({ text })),
    ];
    const { usageMetadata } = gemini.whole(answer, { model });
    pieces.at(-1).data.candidates[0].finishReason = geminiStop(answer);
    pieces.at(-1).data.usageMetadata = usageMetadata;
    pieces.at(-1).isEnd = true;
    return pieces;
  },
  whole(answer, { model }) {
    const parts = answer.calls.length > 0 ? geminiCalls(answer) : [{ text: joined(answer.text) }];
    if (answer.reasoning.length > 0) parts.unshift({ text: joined(answer.reasoning), thought: true });
    const finishReason = geminiStop(answer);
    const { input, reasoning, text } = answer.tokens;
    const usageMetadata = { promptTokenCount: input, candidatesTokenCount: text, totalTokenCount: input + reasoning + text };
    if (reasoning > 0) usageMetadata.thoughtsTokenCount = reasoning;
    return { candidates: [{ content: { parts, role: "model" }, index: 0, finishReason }], modelVersion: model, usageMetadata };
  },
  broken: (body) => ({ data: body }),
  alive: [": keep-alive\n\n", "\n\n"],
};

const COHERE_STOPS = {
  natural: "COMPLETE",
  refusal: "COMPLETE",
  length: "MAX_TOKENS",
  tool: "TOOL_CALL",
  filter: "ERROR_TOXIC",
  unsaid: null,
};
const PLAN = "I will calculate this.";

const cohere = {
  path: () => "/v2/chat",
  ask: chat.ask,
  pieces(answer, { turn }) {
    const piece = (type, rest) => ({ name: type, data: { type, ...rest } });
    const block = (kind, pieces, index) => [
      piece("content-start", { index, delta: { message: { content: { type: kind, [kind]: "" } } } }),
      ...pieces.map((text) => piece("content-delta", { index, delta: { message: { content: { [kind]: text } } } })),
      piece("content-end", { index }),
    ];
    const { finish_reason, usage } = cohere.whole(answer, { turn });
    const called = identified(answer, turn).flatMap((call, index) => {
      const callPiece = (type, tool_calls) => piece(type, { index, delta: { message: { tool_calls } } });
      return [
        callPiece("tool-call-start", chatCall({ ...call, arguments: "" })),
        ...inParts(call.arguments).map((text) => callPiece("tool-call-delta", { function: { arguments: text } })),
        piece("tool-call-end", { index }),
      ];
    });
    const plan = answer.calls.length > 0 ? inParts(PLAN) : [];
    return [
      piece("message-start", { id: "c1", delta: { message: { role: "assistant", content: [] } } }),
      ...(answer.reasoning.length > 0 ? block("thinking", answer.reasoning, 0) : []),
      ...plan.map((tool_plan) => piece("tool-plan-delta", { delta: { message: { tool_plan } } })),
      ...(called.length > 0 ? called : block("text", answer.text, 1)),
      { ...piece("message-end", { delta: { finish_reason, usage } }), isEnd: true },
    ];
  },
  whole(answer, { turn }) {
    const content = answer.text.length > 0 ? [{ type: "text", text: joined(answer.text) }] : [];
    const calls = answer.calls.length > 0 ? { tool_plan: PLAN, tool_calls: identified(answer, turn).map(chatCall) } : {};
    if (answer.reasoning.length > 0) content.unshift({ type: "thinking", thinking: joined(answer.reasoning) });
    const { input, reasoning, text } = answer.tokens;
    const tokens = { input_tokens: input, output_tokens: reasoning + text };
    const finish_reason = COHERE_STOPS[answer.stop];
    return { id: "c1", finish_reason, message: { role: "assistant", content, ...calls }, usage: { billed_units: tokens, tokens } };
  },
  broken: ({ message }) => ({
    name: "message-end",
    data: { type: "message-end", delta: { finish_reason: "ERROR", error: message } },
  }),
  alive: [": keep-alive\n\n"],
};

const ollamaCalls = ({ calls }) => calls.map(({ name, arguments: text }) => ({ function: { name, arguments: objectOf(text) } }));

// Ollama has no content filter, and old versions report no reason for a stop (`unsaid`).
const OLLAMA_STOPS = { length: "length", unsaid: undefined };

const ollama = {
  path: () => "/chat",
  ask: (body) => ({ ...chat.ask(body), isStreamed: body.stream !== false }),
  isLines: true,
  pieces(answer, { model }) {
    const created_at = "2026-11-20T00:00:00Z";
    const piece = (members, rest) => {
      const message = { role: "assistant", content: "", ...members };
      return { data: { model, created_at, message, done: false, ...rest } };
    };
    const { input, reasoning, text } = answer.tokens;
    const done_reason = answer.stop in OLLAMA_STOPS ? OLLAMA_STOPS[answer.stop] : "stop";
    return [
      ...answer.reasoning.map((thinking) => piece({ thinking })),
      ...answer.text.map((content) => piece({ content })),
      ...ollamaCalls(answer).map((call) => piece({ tool_calls: [call] })),
      { ...piece({}, { done: true, done_reason, total_duration: 1, prompt_eval_count: input, eval_count: reasoning + text }), isEnd: true },
    ];
  },
  whole(answer, { model }) {
    const { data } = ollama.pieces(answer, { model }).at(-1);
    data.message.content = joined(answer.text);
    if (answer.reasoning.length > 0) data.message.thinking = joined(answer.reasoning);
    if (answer.calls.length > 0) data.message.tool_calls = ollamaCalls(answer);
    return data;
  },
  broken: (body) => ({ data: body }),
  alive: ["\n"],
};

const FORMATS = { chat, responses, anthropic, gemini, cohere, ollama };

// Returns what a request asks for; `null` if the path takes no question.
export function asked(provider, path, body) {
  const format = FORMATS[provider.format];
  if (provider.format !== "gemini") return path === provider.base + format.path() ? format.ask(body) : null;
  const [, model, action] = /^\/v1beta\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path) ?? [];
  if (model === undefined) return null;
  return { ...format.ask(body), model: decodeURIComponent(model), isStreamed: action === "streamGenerateContent" };
}

// Returns a reply that is not streamed.
export function whole(answer, question) {
  return JSON.stringify(FORMATS[question.provider.format].whole(parted(answer, question.place), question));
}

// Returns the pieces of a streamed reply as they are sent, with the faults for which `holds(word)` is
// true.
export function streamed(answer, question, holds, error) {
  const format = FORMATS[question.provider.format];
  const pieces = format.pieces(parted(answer, question.place), { ...question, endsApart: ["no-end", "double-end"].some(holds) });
  return written(applyPieceFaults(pieces, holds, () => format.broken(error)), format, holds);
}

// Returns a piece with nothing but a text, as it is sent.
export function piece(text, question, holds) {
  const format = FORMATS[question.provider.format];
  const answer = { reasoning: [], text: [text], calls: [], stop: "natural", tokens: { input: 1, reasoning: 0, text: 1 } };
  const pieces = format.pieces(answer, { ...question, endsApart: true });
  const found = pieces.find(({ data }) => JSON.stringify(data).includes(JSON.stringify(text)));
  return written([found], format, holds)[0];
}

// Returns the media type of a streamed reply.
export const streamType = (provider) => (FORMATS[provider.format].isLines ? "application/x-ndjson" : "text/event-stream");
