// The words that say what goes wrong. They are joined by `+` in the name of a model (`wrong-at-7+slow`), behind a vendor
// or a family if wanted (`vendor/right`, `gpt-5.5@right`), or stand in the address behind the provider's name
// (`/openai+no-cors/v1`), where they hold for the list of models too. A name with any other word is no model.
//
// | word | what happens |
// | --- | --- |
// | `right` | the model follows the procedure |
// | `wrong-at-7` | the result of step 7 is one too many, and the rest follows from it |
// | `cut-at-10` | it is cut at the limit of tokens after 10 steps |
// | `collapses` | it is right up to 15 steps, then less and less often, by a hash of the prompt |
// | `mends` | it mends what goes wrong by the words above once it is told which step is wrong |
// | `calls` | it calls the tool that is offered for one step after the other, and then answers |
// | `calls-all`, `calls-loop` | for all steps at once; for the first step for ever |
// | `calls-unknown`, `calls-malformed` | it calls a tool that is none; its arguments are no JSON |
// | `apologises`, `apologises-after-2` | it apologises and does nothing, from its first turn on or after two turns |
// | `breaks-after-2` | after two turns of the model each reply is cut as by `cut-stream` |
// | `hurries` | in every turn of a dialogue it does all steps, whichever it was told to do |
// | `overdoes` | it does one step more than it was told to do |
// | `refuses` | it declines, in the way of the format where there is one |
// | `reasons` | it reasons first, in the provider's own place |
// | `reasons-in-PLACE` | the same in another place, of `PLACES` |
// | `401`, `403`, `404`, `429`, `500`, `529` and others | this status, in the provider's own shape |
// | `429-hint-header`, `429-hint-body` | the same with a hint how long to wait |
// | `400-names-temperature` | the parameter is refused where it is sent; any other name likewise |
// | `error-in-200` | an error in one piece with status 200 |
// | `error-mid-stream` | the first half of the reply, then an error |
// | `malformed` | a piece of the reply is no JSON |
// | `cut-stream` | the first half of the reply's bytes, then its regular end |
// | `stall` | the first half, then nothing |
// | `reset` | the first half, then the connection is gone |
// | `wrong-type` | a page of HTML with status 200 |
// | `long-lines` | every piece is padded to 8 kB |
// | `slow` | 50 ms between the pieces |
// | `drip` | one byte a write |
// | `split-utf8` | the text has signs of several bytes, and writes end inside of them |
// | `half-characters` | the text ends with characters of two units of UTF-16, which are cut in half between pieces, and with a half |
// | `idles` | the first half, then nothing but comments and blanks |
// | `keep-alives` | comments, pings and blank lines between the pieces |
// | `no-cors` | no header of CORS at all; in the address also none for the preflight |
// | `only-content-type` | the preflight allows no header but `Content-Type` (in the address only) |
// | `origin-403` | status 403 whatever is asked, as Ollama answers to a page of another origin (in the address only) |
// | `exposes` | a page may read the headers of rate limits (in the address only) |
// | `echoes-key` | the texts of errors repeat the key that was sent, in several spellings |
// | `repeats-key` | the model's text ends with the key that was sent, split over two pieces |
//
// Each word of what goes wrong may end in `-once` or `-twice`: after so many times for the same key and prompt it goes well.

const STATUSES = [400, 401, 402, 403, 404, 408, 413, 422, 429, 500, 502, 503, 504, 529];
const FLAWS = [
  "429-hint-header",
  "429-hint-body",
  "error-in-200",
  "error-mid-stream",
  "malformed",
  "cut-stream",
  "stall",
  "reset",
  "wrong-type",
  "long-lines",
  "slow",
  "drip",
  "split-utf8",
  "half-characters",
  "idles",
  "keep-alives",
  "no-cors",
  "only-content-type",
  "origin-403",
  "exposes",
  "echoes-key",
  "repeats-key",
  ...STATUSES.map(String),
];
// Of chat completions; `tags` and `closing-tag` stand in the text of any format.
const PLACES = ["reasoning_content", "reasoning", "both", "details", "parts", "tags", "closing-tag", "nowhere"];
const DEEDS = ["collapses", "refuses", "mends", "hurries", "overdoes"];
const CALLS = ["one", "all", "loop", "unknown", "malformed"];
const TIMES = { "-once": 1, "-twice": 2 };

// The models that lists name.
export const MODELS = [
  "right",
  "collapses",
  "wrong-at-7",
  "cut-at-10",
  "refuses",
  "reasons",
  "reasons-in-tags",
  "wrong-at-7+mends",
  "calls",
  "calls-all",
  "429-once",
  "429-hint-body-once",
  "400-names-temperature",
  "error-mid-stream",
  "cut-stream",
  "slow",
];

// What the words of one name say, or null where one of them is unknown: `writes` for the model, `flaws` for the server.
export function parse(name) {
  const writes = {};
  const flaws = [];
  for (const word of name.split(/[/@]/).at(-1).split("+")) {
    const [, kind, number] = /^(wrong|cut)-at-(\d{1,4})$/.exec(word) ?? [];
    const place = /^reasons(?:-in-(.+))?$/.exec(word);
    const [, deed, turns] = /^(apologises|breaks)(?:-after-(\d{1,4}))?$/.exec(word) ?? [];
    const [, calls = "one"] = /^calls(?:-(.+))?$/.exec(word) ?? [, null];
    if (kind) writes[`${kind}At`] = Number(number);
    else if (deed) writes[`${deed}After`] = Number(turns ?? 0);
    else if (CALLS.includes(calls)) writes.calls = calls;
    else if (DEEDS.includes(word)) writes[word] = true;
    else if (place && (place[1] === undefined || PLACES.includes(place[1]))) writes.reasons = place[1] ?? "usual";
    else if (word !== "right") {
      const flaw = readFlaw(word);
      if (!flaw) return null;
      flaws.push(flaw);
    }
  }
  return { writes, flaws };
}

function readFlaw(word) {
  const [, plain, ending] = /^(.+?)(-once|-twice)?$/.exec(word) ?? [];
  const [, parameter] = /^400-names-(\w+)$/.exec(plain ?? "") ?? [];
  if (!parameter && !FLAWS.includes(plain)) return null;
  return { word: plain, parameter, times: TIMES[ending] ?? Infinity };
}

// Counts how often a flaw was met, for the words that end in `-once` and `-twice`.
export class Counts {
  #met = new Map();

  // Those of the flaws that hold this time, by their words.
  holding(flaws, subject) {
    return flaws.filter(({ word, times }) => {
      const key = `${word}\n${subject}`;
      const met = this.#met.get(key) ?? 0;
      this.#met.set(key, met + 1);
      return met < times;
    });
  }

  clear() {
    this.#met.clear();
  }
}
