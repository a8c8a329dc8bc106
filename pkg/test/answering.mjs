// Result files for exported questions: a simulated solver answers each question, and the answers
// are written in the format of the service or tool.

/**
 * The ends of responses by the position of the question modulo 9. All other responses end
 * naturally.
 */
const END = { 3: "length", 5: "refusal", 7: "failed" };

/** Answers the questions of a file in order. The solver gets only the link of a question. */
export function answered(stepfall, target, text, links) {
  return idsOf[target](text).map((id, at) => {
    const end = END[at % 9] ?? "natural";
    const solver = at % 4 === 0 ? "followed" : "mixed";
    const { transcript } = stepfall.simulate(links.get(id), { solver, rate: 500, run: at });
    const written = { natural: transcript, length: transcript.slice(0, transcript.length >> 1), refusal: "I cannot help with that.", failed: "" };
    return { id, end, text: written[end] };
  });
}

const lines = (text) => text.trimEnd().split("\n").map((line) => JSON.parse(line));
const byCustomId = (text) => lines(text).map(({ custom_id }) => custom_id);
const byId = (text) => lines(text).map(({ id }) => id);

const idsOf = {
  openai: byCustomId,
  "openai-responses": byCustomId,
  anthropic: (text) => JSON.parse(text).requests.map(({ custom_id }) => custom_id),
  gemini: (text) => lines(text).map(({ key }) => key),
  inspect: byId,
  promptfoo: (text) => lines(text).map(({ metadata }) => metadata.stepfall_id),
  "lm-eval": byId,
  jsonl: byId,
  csv: (text) => [...text.matchAll(/^(sf1-[\w-]+),/gm)].map(([, id]) => id),
};

/** The result file of each service or tool for a list of answers. */
export const results = {
  openai: (answers) => jsonl(answers.map(({ id, end, text }) => {
    if (end === "failed") return { custom_id: id, response: null, error: { code: "batch_expired", message: "This request expired." } };
    const message = { role: "assistant", content: end === "refusal" ? null : text, refusal: end === "refusal" ? text : null };
    const choices = [{ index: 0, message, finish_reason: end === "length" ? "length" : "stop" }];
    return { custom_id: id, response: { status_code: 200, body: { object: "chat.completion", model: "model-1", choices } }, error: null };
  })),
  "openai-responses": (answers) => jsonl(answers.map(({ id, end, text }) => {
    if (end === "failed") return { custom_id: id, response: { status_code: 500, body: null }, error: null };
    const content = end === "refusal" ? { type: "refusal", refusal: text } : { type: "output_text", text, annotations: [] };
    const cut = end === "length" && { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    const output = [{ type: "message", role: "assistant", content: [content] }];
    return { custom_id: id, response: { status_code: 200, body: { object: "response", status: "completed", model: "model-1", output, ...cut } }, error: null };
  })),
  anthropic: (answers) => jsonl(answers.map(({ id, end, text }) => {
    if (end === "failed") return { custom_id: id, result: { type: "expired" } };
    const stop_reason = { natural: "end_turn", length: "max_tokens", refusal: "refusal" }[end];
    const message = { type: "message", role: "assistant", model: "model-1", content: [{ type: "text", text }], stop_reason };
    return { custom_id: id, result: { type: "succeeded", message } };
  })),
  gemini: (answers) => jsonl(answers.map(({ id, end, text }) => {
    if (end === "failed") return { key: id, error: { code: 8, message: "Resource has been exhausted" } };
    if (end === "refusal") return { key: id, response: { promptFeedback: { blockReason: "SAFETY" }, modelVersion: "model-1" } };
    const finishReason = end === "length" ? "MAX_TOKENS" : "STOP";
    return { key: id, response: { candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason }], modelVersion: "model-1" } };
  })),
  inspect: (answers) => JSON.stringify({
    version: 2,
    status: "success",
    eval: { task: "stepfall", model: "mock/model-1" },
    samples: answers.map(({ id, end, text }) => {
      const stop_reason = { natural: "stop", length: "max_tokens", refusal: "content_filter", failed: "unknown" }[end];
      const choices = [{ message: { role: "assistant", content: text }, stop_reason }];
      const error = end === "failed" ? { message: "ConnectionError", traceback: "", traceback_ansi: "" } : null;
      return { id, epoch: 1, input: "", target: "", output: { model: "model-1", choices, completion: text }, error };
    }),
  }, null, 1),
  promptfoo: (answers) => JSON.stringify({
    evalId: "eval-1",
    results: {
      version: 3,
      results: answers.map(({ id, end, text }) => {
        const testCase = { vars: {}, metadata: { stepfall_id: id } };
        const testIdx = answers.findIndex((answer) => answer.id === id);
        const promptResult = { promptIdx: 0, testIdx, testCase, provider: { id: "openai:model-1" } };
        if (end === "failed") return { ...promptResult, response: { error: "API error: 429" }, error: "API error: 429", failureReason: 2 };
        return { ...promptResult, response: { output: text, finishReason: end === "length" ? "length" : "stop" } };
      }),
    },
  }),
  "lm-eval": (answers) => jsonl(answers.map(({ id, text }, at) => ({
    doc_id: at, doc: { id }, target: "", resps: [[text]], filtered_resps: [text], filter: "none",
  }))),
  jsonl: (answers) => jsonl(answers.map(({ id, end, text }) => {
    return end === "failed" ? { id, error: "timed out" } : { id, response: text, model: "model-1", stop: STOPS[end] };
  })),
  csv: (answers) => "id,response,error,stop\r\n" + answers.map(({ id, end, text }) => {
    return [id, cell(text), end === "failed" ? "timed out" : "", STOPS[end]].join(",") + "\r\n";
  }).join(""),
};

const STOPS = { natural: "stop", length: "length", refusal: "refusal", failed: "" };
const jsonl = (values) => values.map((value) => JSON.stringify(value) + "\n").join("");
const cell = (text) => `"${text.replaceAll('"', '""')}"`;
