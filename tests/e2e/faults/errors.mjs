// Errors of providers: the body for a status, in each provider's own shape.

const OPENAI_TYPES = { 401: "invalid_request_error", 429: "tokens", 500: "server_error", 503: "server_error" };
const OPENAI_CODES = { 401: "invalid_api_key", 404: "model_not_found", 429: "rate_limit_exceeded" };
const ANTHROPIC_TYPES = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  504: "timeout_error",
  529: "overloaded_error",
};
const GOOGLE_STATUSES = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};
const MESSAGES = {
  400: "The request is not understood.",
  401: "Incorrect API key provided.",
  402: "Insufficient credits.",
  403: "You are not allowed to do this.",
  404: "The model `MODEL` does not exist.",
  408: "Request timed out.",
  409: "Another request is being handled.",
  410: "The requested model is deprecated and no longer supported.",
  413: "Request exceeds the maximum size.",
  422: "The request cannot be processed.",
  429: "Rate limit reached.",
  500: "The server had an error while processing your request.",
  502: "Bad gateway.",
  503: "The service is overloaded.",
  504: "The upstream did not answer.",
  529: "Overloaded",
};

const SHAPES = {
  openai: ({ status, message, parameter }) => ({
    error: {
      message,
      type: OPENAI_TYPES[status] ?? (status < 500 ? "invalid_request_error" : "server_error"),
      param: parameter,
      code: OPENAI_CODES[status] ?? (parameter ? "unsupported_value" : null),
    },
  }),
  openrouter: ({ status, message }) => ({ error: { code: status, message } }),
  anthropic: ({ status, message }) => ({
    type: "error",
    error: { type: ANTHROPIC_TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error"), message },
    request_id: "req_invented",
  }),
  gemini: ({ status, message, wait, isKey, parameter }) => ({
    error: {
      code: status,
      message,
      status: GOOGLE_STATUSES[status] ?? "INTERNAL",
      details: [
        ...(isKey ? [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }] : []),
        ...(wait ? [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${wait / 1000}s` }] : []),
        ...(parameter
          ? [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field: parameter }] }]
          : []),
      ],
    },
  }),
  cohere: ({ message }) => ({ id: "e1", message }),
  mistral({ status, message, parameter }) {
    if (status === 401) return { detail: "Unauthorized" };
    const extra = { type: "extra_forbidden", loc: ["body", parameter], msg: "Extra inputs are not permitted", input: {} };
    const detail = parameter ? { detail: [extra] } : message;
    const type = status === 429 ? "rate_limited" : "invalid_request_error";
    return { object: "error", message: detail, type, param: null, code: status === 429 ? "1300" : null };
  },
  text: ({ message }) => ({ error: message }),
  flat: ({ status, message, parameter }) => ({
    message,
    type: status === 429 ? "too_many_requests_error" : "invalid_request_error",
    param: parameter,
    code: status === 401 ? "wrong_api_key" : null,
  }),
  vllm: ({ status, message }) =>
    status === 401 ? { error: "Unauthorized" } : { error: { message, type: "BadRequestError", param: null, code: status } },
  xai: ({ message }) => ({ code: "Client specified an invalid argument", error: message }),
};

// Returns the status and the body of an error. `parameter` is refused, `wait` is the wait in
// milliseconds that the reply asks for, and `echo` is added to the text. `isKey` marks an incorrect
// key, to which Gemini and xAI answer with 400.
export function failure(provider, status, { model = "", message, parameter = null, wait, isKey, echo } = {}) {
  const shape = provider.errors;
  let text = message ?? MESSAGES[status].replace("MODEL", model);
  if (shape === "anthropic" && status === 404) text = `model: ${model}`;
  if (isKey && shape === "gemini") text = "API key not valid. Please pass a valid API key.";
  if (parameter) text = `Unsupported value: '${parameter}' is not supported with this model.`;
  if (wait && shape !== "anthropic") text += ` Please try again in ${wait}ms.`;
  if (echo) text += ` ${echo}`;
  const shownStatus = isKey && (shape === "gemini" || shape === "xai") ? 400 : parameter && shape === "mistral" ? 422 : status;
  return { status: shownStatus, body: SHAPES[shape]({ status: shownStatus, message: text, parameter, wait, isKey }) };
}
