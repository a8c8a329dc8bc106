// The formats and the faults of the table of outcomes (outcomes.mjs); the faults are names of
// models (faults/script.mjs).

export const FORMATS = [
  { slug: "openai", name: "Chat completions" },
  { slug: "openai-responses", name: "Responses" },
  { slug: "anthropic", name: "Anthropic" },
  { slug: "gemini", name: "Gemini" },
  { slug: "cohere", name: "Cohere" },
  { slug: "ollama", name: "Ollama" },
];

// Faults that share a run with all others of these flags.
const all = (words, flags = []) => words.split(" ").map((word) => ({ word, flags }));
// Faults in a run of their own: several calls in a row without a reply end a run.
const alone = (words) => words.split(" ").map((word) => ({ word, isAlone: true }));
// A fault that some formats do not have.
const but = (word, ...lacking) => ({ word, lacking });

export const PARTS = [
  {
    title: "Nothing goes wrong, or the model does not answer",
    faults: [...all("right reasons cut-at-2 refuses no-text reasons+no-text uninvited-call"), but("filtered", "ollama")],
  },
  {
    title: "A status in place of a reply",
    faults: [
      ...all("302 307 400 400-too-long 400-names-temperature 400+echoes-key 401 402 403 403-page 404 404-page 408 409 410 413 422"),
      ...all("429-once 429-hint-header-once 429-hint-body-once 429-hint-date-once"),
      { word: "429-hint-far", isAlone: true, waits: true },
      ...all("500 500-empty 502-page 503 503-twice 504-page 524-page 529"),
    ],
  },
  {
    title: "No reply, or one without an end",
    faults: [
      { word: "right", name: "nobody listens", isAlone: true, isAbsent: true },
      ...alone("hangs-up hangs-up-once no-http"),
      ...all("silent stall idles blanks", ["--stall", "3"]),
      ...all("babbles", ["--longest", "4"]),
    ],
  },
  {
    title: "An error or something else with status 200",
    faults: [
      ...all("error-in-200 error-first error-mid-stream 400-mid-stream 401-mid-stream 404-mid-stream 429-mid-stream-once error-at-end"),
      but("fails", "anthropic", "cohere", "ollama"),
      ...all("wrong-type empty malformed"),
    ],
  },
  {
    title: "A reply that breaks off, or has no proper end",
    faults: [
      ...all("cut-stream gzip+cut-stream reset reset-once reset-at-end"),
      // Each of these ends only when the client gives up waiting, which takes 300 seconds without a
      // flag. All of the reply has to come before that, on a busy machine too.
      ...all("left-open unstreamed+left-open", ["--stall", "30"]),
      ...all("length-too-long length-too-short unstreamed+cut-stream"),
      ...all("no-end no-stop no-text+no-stop"),
      but("empty-stops", "openai-responses", "cohere"),
      but("empty-stops+cut-stream", "openai-responses", "cohere"),
      but("no-done", "openai-responses", "gemini", "cohere", "ollama"),
      ...all("no-last-line-end double-end"),
    ],
  },
  { title: "Too much", faults: all("overlong overlong-line many-calls") },
  {
    title: "The same reply in another form",
    faults: [
      ...all("unstreamed as-array odd-type until-closed 102-first gzip x-gzip deflate brotli slow drip long-lines keep-alives unknown-events nulls"),
      but("many-lines", "ollama"),
      but("no-space", "ollama"),
      ...all("line-ends-crlf line-ends-cr byte-order-mark no-usage odd-usage"),
    ],
  },
  { title: "Texts", faults: all("split-utf8 half-characters bad-utf8 piled-marks controls repeats-key") },
];
