// Words that select faults. They are joined by `+` in the name of a model (`wrong-at-7+slow`),
// optionally after a vendor or a family (`vendor/right`, `gpt-5.5@right`). They may also follow the
// provider's name in the address (`/openai+no-cors/v1`), where they apply to the list of models, too.
// A name with any other word is no model.
//
// | word | effect |
// | --- | --- |
// | `right` | the model follows the procedure |
// | `wrong-at-7` | the result of step 7 is one too large, or for a look-up that of the next row; later steps follow from it |
// | `cut-at-10` | the model stops at the limit of tokens after 10 steps |
// | `collapses` | the model is correct up to 15 steps, then less and less often, by a hash of the prompt |
// | `mends` | the model corrects an error of the words above once a turn names the incorrect step |
// | `calls` | the model calls the offered tool for one step after the other, and then answers |
// | `calls-all`, `calls-loop` | the same for all steps at once; for the first step for ever |
// | `calls-unknown`, `calls-malformed` | the model calls an unknown tool; its arguments are not JSON |
// | `apologises`, `apologises-after-2` | the model apologises and does nothing, from its first turn on or after two turns |
// | `breaks-after-2` | after two turns of the model each reply is cut as by `cut-stream` |
// | `hurries` | in every turn of a dialogue the model does all steps, whichever the turn asks for |
// | `overdoes` | the model does one step more than the turn asks for |
// | `refuses` | the model declines, in the way of the format if it has one |
// | `reasons` | the model reasons first, in the provider's usual place |
// | `reasons-in-PLACE` | the same in another place, one of `PLACES` |
// | `401`, `403`, `404`, `429`, `500`, `529` and others | this status, in the provider's own shape |
// | `429-hint-header`, `429-hint-body`, `429-hint-date` | the same with a hint how long to wait; as a date, a second from now |
// | `429-hint-far` | the same with a hint to wait for an hour |
// | `400-too-long` | the prompt is longer than the context of the model |
// | `400-names-temperature` | the parameter is refused if it is sent; any other name likewise |
// | `502-page`, `403-page` and others | an HTML page with this status, as from a proxy |
// | `500-empty` and others | this status without a body |
// | `302`, `307` | a redirect to another origin |
// | `error-in-200` | an error that is not streamed, with status 200 |
// | `error-first`, `error-mid-stream`, `error-at-end` | an error in a stream: alone, after the first half of the reply, or after all of it |
// | `404-mid-stream` and others | the first half, then the error of this status |
// | `malformed` | a piece of the reply is not JSON |
// | `cut-stream` | the first half of the reply's bytes, then its regular end |
// | `no-end` | every piece but the one with the stop and those after it |
// | `no-stop` | the last piece has no reason for the stop |
// | `empty-stops` | the pieces before the last have an empty text as the reason for a stop, if the format has a place for one |
// | `no-done` | nothing follows the piece with the stop |
// | `no-last-line-end` | the last piece has no line end |
// | `double-end` | the piece with the stop and those after it come twice |
// | `stall` | the first half, then nothing |
// | `idles` | the first half, then only comments and blanks |
// | `blanks`, `babbles` | the first half, then blanks or words without an end |
// | `silent` | nothing at all, not even a status |
// | `hangs-up` | the connection closes before a status |
// | `no-http` | the reply is in another protocol |
// | `reset`, `reset-at-end` | the first half or all of it, then the connection breaks before the reply is over |
// | `left-open` | all of the reply, then nothing, and the connection stays open |
// | `length-too-long`, `length-too-short` | the first half, with the length of all of it or of a third |
// | `until-closed` | there is no length, and the reply ends with the connection |
// | `102-first` | another status comes before that of the reply |
// | `empty` | status 200 and no bytes |
// | `fails` | the first half of the text, then the format's sign that a model failed in place of a stop, if it has one |
// | `no-text` | a reply with everything but a text |
// | `overlong` | a text of 9 MB |
// | `overlong-line` | a piece of 5 MB |
// | `uninvited-call`, `many-calls` | a call of a tool that was not offered, or 65 of them |
// | `filtered` | the first half of the text, then a filter's stop, if the format has one |
// | `wrong-type` | an HTML page with status 200 |
// | `odd-type` | the media type of the reply is plain text |
// | `unstreamed` | a whole reply, although a stream was requested |
// | `as-array` | the pieces as a list in JSON |
// | `long-lines` | every piece is padded to 8 kB |
// | `many-lines` | the JSON of a piece has several lines |
// | `no-space` | there is no space between `data:` and the data |
// | `line-ends-crlf`, `line-ends-cr` | lines end in CRLF or CR |
// | `byte-order-mark` | the reply begins with a byte order mark |
// | `unknown-events` | there are unknown pieces and members |
// | `nulls` | after each piece the same with null as its text |
// | `no-usage`, `odd-usage` | numbers of tokens are missing, or impossible |
// | `gzip`, `x-gzip`, `deflate`, `brotli` | the reply is packed, whatever was requested, and its head names this; `x-gzip` is gzip's other name |
// | `slow` | 50 ms between the pieces |
// | `drip` | one byte a write |
// | `split-utf8` | the text has characters of several bytes, and writes end inside of them |
// | `half-characters` | the text ends with characters of two UTF-16 units, which are cut in half between pieces, and with a half |
// | `bad-utf8` | the text ends with bytes that are not UTF-8 |
// | `piled-marks` | the text ends with a letter that has 2,000 accents |
// | `controls` | the text ends with control characters |
// | `keep-alives` | comments, pings and blank lines between the pieces |
// | `no-cors` | there are no CORS headers; in the address also none for the preflight |
// | `only-content-type` | the preflight allows no header but `Content-Type` (in the address only) |
// | `origin-403` | status 403 for every request, as Ollama answers a page of another origin (in the address only) |
// | `exposes` | a page may read the headers of rate limits (in the address only) |
// | `echoes-key` | the texts of errors repeat the key that was sent, in several spellings |
// | `repeats-key` | the model's text ends with the key that was sent, split over two pieces |
//
// Each fault may end in `-once` or `-twice`: then it ends after so many times for the same key and prompt.

import { ENDINGS } from "./endings.mjs";

const STATUSES = [302, 307, 400, 401, 402, 403, 404, 408, 409, 410, 413, 422, 429, 500, 502, 503, 504, 529];
const FLAWS = [
  "429-hint-header",
  "429-hint-body",
  "429-hint-date",
  "429-hint-far",
  "400-too-long",
  "error-in-200",
  "error-first",
  "error-mid-stream",
  "error-at-end",
  "malformed",
  "cut-stream",
  "no-end",
  "no-stop",
  "empty-stops",
  "no-done",
  "no-last-line-end",
  "double-end",
  "stall",
  "idles",
  "blanks",
  "babbles",
  "silent",
  "hangs-up",
  "no-http",
  "reset",
  "reset-at-end",
  "left-open",
  "length-too-long",
  "length-too-short",
  "until-closed",
  "102-first",
  "empty",
  "no-text",
  "overlong",
  "overlong-line",
  "uninvited-call",
  "many-calls",
  "filtered",
  "fails",
  "wrong-type",
  "odd-type",
  "unstreamed",
  "as-array",
  "long-lines",
  "many-lines",
  "no-space",
  "line-ends-crlf",
  "line-ends-cr",
  "byte-order-mark",
  "unknown-events",
  "nulls",
  "no-usage",
  "odd-usage",
  "gzip",
  "x-gzip",
  "deflate",
  "brotli",
  "slow",
  "drip",
  "split-utf8",
  "keep-alives",
  "no-cors",
  "only-content-type",
  "origin-403",
  "exposes",
  "echoes-key",
  ...Object.keys(ENDINGS),
  ...STATUSES.map(String),
];
// The places of reasoning in chat completions. `tags` and `closing-tag` are in the text, in any format.
const PLACES = ["reasoning_content", "reasoning", "both", "details", "parts", "tags", "closing-tag", "nowhere"];
const BEHAVIOURS = ["collapses", "refuses", "mends", "hurries", "overdoes"];
const CALLS = ["one", "all", "loop", "unknown", "malformed"];
const TIMES = { "-once": 1, "-twice": 2 };

// The models that lists contain.
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

// Parses the words of a name. `writes` has those about the model, and `flaws` those about the server.
// Returns `null` if a word is unknown.
export function parse(name) {
  const writes = {};
  const flaws = [];
  for (const word of name.split(/[/@]/).at(-1).split("+")) {
    const [, kind, number] = /^(wrong|cut)-at-(\d{1,4})$/.exec(word) ?? [];
    const place = /^reasons(?:-in-(.+))?$/.exec(word);
    const [, behaviour, turns] = /^(apologises|breaks)(?:-after-(\d{1,4}))?$/.exec(word) ?? [];
    const [, calls = "one"] = /^calls(?:-(.+))?$/.exec(word) ?? [, null];
    if (kind) writes[`${kind}At`] = Number(number);
    else if (behaviour) writes[`${behaviour}After`] = Number(turns ?? 0);
    else if (CALLS.includes(calls)) writes.calls = calls;
    else if (BEHAVIOURS.includes(word)) writes[word] = true;
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
  const [, status, kind] = /^([45]\d\d)-(page|empty|mid-stream)$/.exec(plain) ?? [];
  // Only these statuses have an error in every provider's shape.
  const isStatus = status && (kind !== "mid-stream" || STATUSES.includes(Number(status)));
  if (!parameter && !isStatus && !FLAWS.includes(plain)) return null;
  return { word: plain, parameter, times: TIMES[ending] ?? Infinity };
}

// Counts the occurrences of a fault, for words that end in `-once` and `-twice`.
export class Counts {
  #met = new Map();

  // Returns the faults that still apply to `subject`, which identifies the key and the prompt.
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
