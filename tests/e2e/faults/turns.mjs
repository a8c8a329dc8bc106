// Reads requests of each format for the model (model.mjs): the turns of the dialogue, and the names
// of the offered tools. `complains` returns the message with which the provider refuses the turns, or
// `undefined` if it accepts them.

const list = (value) => (Array.isArray(value) ? value : []);
const textOf = (content) => (typeof content === "string" ? content : list(content).map((part) => part.text ?? "").join(""));

// Joins consecutive results into one turn.
function gathered(turns) {
  const joined = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    if (turn.role === "results" && last?.role === "results") last.results.push(...turn.results);
    else joined.push({ ...turn, results: turn.results && [...turn.results] });
  }
  return joined;
}

// Returns an error message unless the results belong to the calls, in order. Both are given by their
// ids, or by the names of the tools in formats without ids.
function answered(calls, results) {
  const isFitting = calls.length === results.length && calls.every((id, at) => id !== undefined && id === results[at]);
  return isFitting ? undefined : "Every call of a tool must be followed by its result.";
}

function unanswered(messages, callsOf, resultsOf) {
  const complaints = messages.map((message, at) => {
    const calls = callsOf(message);
    if (calls.length === 0) return undefined;
    const rest = messages.slice(at + 1);
    const end = rest.findIndex((later) => resultsOf(later).length === 0);
    return answered(calls, rest.slice(0, end < 0 ? rest.length : end).flatMap(resultsOf));
  });
  return complaints.find(Boolean);
}

const chat = {
  turns: ({ messages }) =>
    list(messages).map(({ role, content }) =>
      role === "tool" ? { role: "results", results: [textOf(content)] } : { role, text: textOf(content) },
    ),
  tools: ({ tools }) => list(tools).map((tool) => tool.function.name),
  complains({ messages }, reasons, { wantsReasoning }) {
    const callsOf = (message) => list(message.tool_calls);
    const forgets = (message) => callsOf(message).length > 0 && typeof message.reasoning_content !== "string";
    if (reasons && wantsReasoning && list(messages).some(forgets)) {
      return "The reasoning_content in the thinking mode must be passed back to the API.";
    }
    const isText = (call) => typeof call.function.arguments === "string" && isObject(call.function.arguments);
    if (!list(messages).flatMap(callsOf).every(isText)) return "The arguments of a call must be the JSON of an object.";
    const idsOf = (message) => callsOf(message).map(({ id }) => id);
    return unanswered(list(messages), idsOf, (message) => (message.role === "tool" ? [message.tool_call_id] : []));
  },
};

function isObject(text) {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

const responses = {
  turns: ({ input }) =>
    (typeof input === "string" ? [{ role: "user", content: input }] : list(input)).flatMap((item) => {
      if (item.type === "function_call_output") return [{ role: "results", results: [item.output] }];
      if (item.type === "function_call") return [{ role: "assistant", text: "" }];
      return item.role ? [{ role: item.role, text: textOf(item.content) }] : [];
    }),
  tools: ({ tools }) => list(tools).map(({ name }) => name),
  complains({ input, include }, reasons) {
    const items = list(input);
    const isCall = (item) => item?.type === "function_call";
    const begins = (item, at) => isCall(item) && !isCall(items[at - 1]);
    const isSent = (item) => item?.type === "reasoning" && item.encrypted_content !== undefined;
    const hasReasoning = (at) => isSent(items[at - 1]) || (items[at - 1]?.role === "assistant" && isSent(items[at - 2]));
    const forgets = items.some((item, at) => begins(item, at) && !hasReasoning(at));
    if (reasons && include?.includes("reasoning.encrypted_content") && forgets) {
      return "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item.";
    }
    const results = items.filter(({ type }) => type === "function_call_output").map((item) => item.call_id);
    return answered(items.filter(isCall).map((item) => item.call_id), results);
  },
};

const blocksOf = ({ content }, kind) => list(content).filter(({ type }) => type === kind);

const anthropic = {
  turns: ({ messages }) =>
    list(messages).map((message) => {
      const results = blocksOf(message, "tool_result").map(({ content }) => textOf(content));
      return results.length > 0 ? { role: "results", results } : { role: message.role, text: textOf(message.content) };
    }),
  tools: ({ tools }) => list(tools).map(({ name }) => name),
  complains({ messages }, reasons) {
    const idsOf = (message) => blocksOf(message, "tool_use").map(({ id }) => id);
    const isSigned = ({ signature }) => typeof signature === "string" && signature !== "";
    const forgets = (message) => idsOf(message).length > 0 && !(message.content[0].type === "thinking" && isSigned(message.content[0]));
    if (reasons && list(messages).some(forgets)) {
      return "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.";
    }
    if (list(messages).some(({ content }) => content === "" || content?.length === 0)) return "messages: text content blocks must be non-empty";
    const resultsOf = (message) => blocksOf(message, "tool_result").map((block) => block.tool_use_id);
    return unanswered(list(messages), idsOf, resultsOf);
  },
};

const gemini = {
  turns: ({ contents }) =>
    list(contents).map(({ role, parts }) => {
      const results = list(parts).flatMap((part) => part.functionResponse?.response.output ?? []);
      return results.length > 0 ? { role: "results", results } : { role: role === "model" ? "assistant" : "user", text: textOf(parts) };
    }),
  tools: ({ tools }) => list(tools).flatMap(({ functionDeclarations }) => list(functionDeclarations).map(({ name }) => name)),
  complains({ contents }) {
    const callsOf = ({ parts }) => list(parts).filter(({ functionCall }) => functionCall !== undefined);
    const first = list(contents).map((content) => callsOf(content)[0]).filter(Boolean);
    if (first.some(({ thoughtSignature }) => thoughtSignature === undefined)) {
      return "Function call is missing a thought_signature in functionCall parts.";
    }
    const namesOf = (content) => callsOf(content).map(({ functionCall }) => functionCall.name);
    const resultsOf = ({ parts }) => list(parts).flatMap((part) => part.functionResponse?.name ?? []);
    return unanswered(list(contents), namesOf, resultsOf);
  },
};

const ollama = {
  turns: chat.turns,
  tools: chat.tools,
  complains({ messages }) {
    const callsOf = (message) => list(message.tool_calls).map((call) => call.function);
    if (list(messages).flatMap(callsOf).some((call) => typeof call.arguments !== "object")) {
      return "json: cannot unmarshal string into Go struct field .arguments";
    }
    const namesOf = (message) => callsOf(message).map(({ name }) => name);
    return unanswered(list(messages), namesOf, (message) => (message.role === "tool" ? [message.tool_name] : []));
  },
};

const FORMATS = { chat, responses, anthropic, gemini, cohere: chat, ollama };

// Returns the turns of a request, and the names of its tools.
export function dialogue(provider, body) {
  const format = FORMATS[provider.format];
  return { turns: gathered(format.turns(body)), tools: format.tools(body) };
}

// Returns the error with which a provider refuses the turns of a request; `undefined` if it accepts
// them. `reasons` marks a request to a model that reasons.
export const complaint = (provider, body, reasons) => FORMATS[provider.format].complains(body, reasons, provider);
