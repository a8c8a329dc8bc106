// Handles one request to the server of `faults.mjs`, from its address to the last byte of the reply.
// The words in its address and in the name of its model (script.mjs) select the faults. Everything
// else follows the provider.

import { changed } from "./changed.mjs";
import { failure } from "./errors.mjs";
import { asked, piece, streamed, streamType, whole } from "./formats.mjs";
import { list } from "./lists.mjs";
import { answer } from "./model.mjs";
import { place } from "./providers.mjs";
import { Counts, parse } from "./script.mjs";
import { SignIn } from "./sign-in.mjs";
import { isMute, transmit } from "./transport.mjs";
import { complaint, dialogue } from "./turns.mjs";

// The only correct key.
export const KEY = "fault-key";
const WAIT = 120; // The wait that replies ask for, in milliseconds.
const HINTS = { "retry-after": "1", "retry-after-ms": `${WAIT}` };
const FAR = { "retry-after": "3600" };
const inASecond = () => ({ "retry-after": new Date(Date.now() + 1_000).toUTCString() });

const TOO_LONG = "This model's maximum context length is 100 tokens. However, your messages resulted in 137 tokens.";

export class Faults {
  // The received requests, with preflights. Each has `method`, `path` with its query, `headers`
  // (their names), `origin` and `body`. `key` is `right`, `wrong` or `none`, from the provider's
  // header. `keyIn` names every place with the correct key. `isAnswered` is true once the last byte
  // of the reply is sent.
  requests = [];
  #counts = new Counts();
  #signIn = new SignIn();
  #isMended = false;

  // Ends all faults of the server; the model still follows its script.
  mend() {
    this.#isMended = true;
  }

  reset() {
    this.requests.length = 0;
    this.#counts.clear();
    this.#signIn.clear();
    this.#isMended = false;
  }

  async handle(request, response) {
    const url = new URL(request.url, "http://host");
    const body = await read(request);
    if (url.pathname === "/__reset" && request.method === "POST") return void (this.reset(), response.writeHead(204).end());
    if (url.pathname === "/__requests") return json(response, 200, {}, this.requests);
    const found = place(url.pathname, url.searchParams, request.headers);
    const { provider } = found;
    const key = sentKey(request.headers[provider.header], provider);
    const record = this.#record(request, body, key);
    response.once("finish", () => (record.isAnswered = true));
    const call = { ...found, request, response, body, key, query: url.searchParams, words: parse(found.words) };
    if (!call.words) return void response.writeHead(404).end();
    call.cors = cors(call);
    const always = (word) => call.words.flaws.some((flaw) => flaw.word === word);
    if (always("origin-403")) return void response.writeHead(403).end();
    if (request.method === "OPTIONS") return void preflight(call, always);
    this.#route(call);
  }

  #record(request, body, key) {
    const places = Object.entries({ address: request.url, body, ...request.headers });
    const record = {
      method: request.method,
      path: request.url,
      headers: Object.keys(request.headers),
      key: key === undefined ? "none" : key === KEY ? "right" : "wrong",
      keyIn: places.filter(([, text]) => text.includes(KEY)).map(([name]) => name),
      origin: request.headers.origin ?? null,
      body: parsed(body) ?? body,
      isAnswered: false,
    };
    this.requests.push(record);
    return record;
  }

  #route(call) {
    const { request, response, provider, path, query } = call;
    if (path === "/auth" && request.method === "GET") {
      const back = this.#signIn.agree(query);
      return void (back ? response.writeHead(302, { location: back }) : response.writeHead(400)).end();
    }
    if (path === "/api/v1/auth/keys" && request.method === "POST") return this.#exchange(call);
    if (path === "/api/v1/key" && request.method === "GET") return this.#check(call);
    if (path === provider.base + provider.list && request.method === "GET") return this.#list(call);
    const question = request.method === "POST" && asked(provider, path, parsed(call.body) ?? {});
    if (question) return this.#ask(call, question);
    if (!provider.takesAnyAddress) return fail(call, 404, { message: "Not Found" });
    json(response, 200, call.cors, { error: `Unexpected endpoint or method. (${request.method} ${path})` });
  }

  #exchange(call) {
    const fits = this.#signIn.exchange(parsed(call.body) ?? {});
    if (!fits) return fail(call, 403, { message: "Invalid code or code_verifier" });
    json(call.response, 200, call.cors, { key: KEY, user_id: "user_invented" });
  }

  #check(call) {
    if (isRefused(call)) return;
    json(call.response, 200, call.cors, { data: { label: "fau...key", usage: 0, limit: null, is_free_tier: false } });
  }

  #list(call) {
    const { provider, words, key, path, query } = call;
    if (!provider.listIsOpen && isRefused(call)) return;
    const holds = this.#holding(words.flaws, `${key}\n${path}?${query}`);
    if (isFailing(call, holds)) return;
    const text = JSON.stringify(list(provider, query));
    reply(call, holds, "application/json", [holds("malformed") ? text.slice(1) : text]);
  }

  #ask(call, question) {
    const { provider, words, key } = call;
    if (isRefused(call)) return;
    if (parsed(call.body) === undefined) return fail(call, 400);
    const script = parse(String(question.model));
    if (!script) return fail(call, 404, { model: question.model });
    const body = parsed(call.body);
    const { turns, tools } = dialogue(provider, body);
    const turnCount = turns.filter(({ role }) => role === "assistant").length;
    const breaks = turnCount >= script.writes.breaksAfter ? [{ word: "cut-stream", times: Infinity }] : [];
    const flaws = [...words.flaws, ...script.flaws, ...breaks];
    const holds = this.#holding(flaws, `${call.slug}\n${question.model}\n${key}\n${JSON.stringify(turns)}`);
    if (question.lacks) return fail(call, 400, { message: `${question.lacks}: Field required` });
    if (isMute(call.response, holds) || isFailing(call, holds, { model: question.model })) return;
    const message = complaint(provider, body, script.writes.reasons !== undefined);
    if (message) return fail(call, 400, { message });
    const writes = { ...words.writes, ...script.writes, signs: holds("split-utf8") };
    const place = writes.reasons === "usual" ? provider.reasoning : writes.reasons;
    const form = { ...question, provider, place, turn: turnCount };
    const written = changed(answer(turns, writes, tools), holds, key);
    if (!question.isStreamed || holds("unstreamed")) {
      const blanks = holds("keep-alives") ? "\n\n" : "";
      const text = whole(written, form);
      return reply(call, holds, "application/json", [blanks, holds("malformed") ? text.slice(1) : text]);
    }
    const [, status = "500"] = holds.all.map(({ word }) => /^(\d{3})-mid-stream$/.exec(word)).find(Boolean) ?? [];
    const error = failure(provider, Number(status), { model: question.model, echo: echo(call, holds) }).body;
    const type = holds("as-array") ? "application/json" : holds("odd-type") ? "text/plain" : streamType(provider);
    const more = piece(holds("blanks") ? " " : "again ", form, holds);
    reply(call, holds, type, streamed(written, form, holds, error), more);
  }

  #holding(flaws, subject) {
    const activeFaults = this.#isMended ? [] : this.#counts.holding(flaws, subject);
    const holds = (word) => activeFaults.some((flaw) => flaw.word === word);
    return Object.assign(holds, { all: activeFaults });
  }
}

// Returns the key in the provider's header.
function sentKey(header, { header: name }) {
  if (header === undefined) return undefined;
  return name === "authorization" ? header.replace(/^Bearer /, "") : header;
}

// Returns the CORS headers of a reply.
function cors({ provider, words, request }) {
  const hasFlaw = (word) => words.flaws.some((flaw) => flaw.word === word);
  const { origin } = request.headers;
  if (hasFlaw("no-cors") || origin === undefined) return {};
  const exposed = hasFlaw("exposes") ? { "access-control-expose-headers": Object.keys(HINTS).join(", ") } : {};
  const allowed = provider.isLocal ? origin : "*";
  return { "access-control-allow-origin": allowed, vary: "Origin", ...exposed };
}

function preflight({ provider, request, response, cors }, always) {
  const requested = request.headers["access-control-request-headers"] ?? "";
  let allowed = provider.cors === "reflects" ? requested.split(",") : provider.cors;
  if (always("only-content-type")) allowed = ["content-type"];
  const isRefused = requested.split(",").some((name) => name !== "" && !allowed.includes(name.trim().toLowerCase()));
  if (isRefused && provider.refusesPreflights) return response.writeHead(403).end();
  const methods = { "access-control-allow-methods": "GET, POST, OPTIONS", "access-control-allow-headers": allowed.join(", ") };
  response.writeHead(204, "access-control-allow-origin" in cors ? { ...cors, ...methods } : {}).end();
}

// Refuses an incorrect key and a missing header that browsers must send; reports whether it did.
// OpenAI and Cerebras refuse without CORS headers, so that a page cannot read the error.
function isRefused(call) {
  const { provider, key, request } = call;
  const isKeyless = key === undefined && provider.isLocal;
  const consents = request.headers["anthropic-dangerous-direct-browser-access"] === "true";
  if (provider.format === "anthropic" && request.headers.origin !== undefined && !consents) {
    const message = "CORS requests must set 'anthropic-dangerous-direct-browser-access' header";
    return fail(call, 401, { message });
  }
  if (key === KEY || isKeyless || provider.format === "ollama") return false;
  return fail(provider.hidesRefusals ? { ...call, cors: {} } : call, 401, { isKey: true });
}

// Returns the key in several spellings, as a careless provider might repeat it.
function echo({ key }, holds) {
  if (!holds("echoes-key") || key === undefined) return undefined;
  const inBase64 = Buffer.from(`Bearer ${key}`).toString("base64");
  return `You sent ${key}, ${encodeURIComponent(key)}, ${inBase64}, ${key.slice(0, 3)}***${key.slice(-3)}.`;
}

// Sends an error in place of a reply if a fault asks for it; reports whether it did.
function isFailing(call, holds, { model } = {}) {
  const { provider, response } = call;
  const cors = holds("no-cors") ? {} : call.cors;
  const details = { model, echo: echo(call, holds) };
  const hinted = holds.all.find(({ word }) => word.startsWith("429-hint-"));
  const [, status, kind] = holds.all.map(({ word }) => /^(\d{3})(?:-(page|empty|too-long))?$/.exec(word)).find(Boolean) ?? [];
  const refused = refusedParameter(provider, parsed(call.body), holds);
  if (hinted) {
    const headers = { "429-hint-header": HINTS, "429-hint-far": FAR, "429-hint-date": inASecond() }[hinted.word];
    const wait = hinted.word === "429-hint-body" ? WAIT : undefined;
    return fail({ ...call, cors: { ...cors, ...headers } }, 429, { ...details, wait });
  }
  if (status?.startsWith("3")) return html(response, Number(status), { ...cors, location: elsewhere(call) }, "Moved");
  if (kind === "page") return html(response, Number(status), cors, `Error ${status}`);
  if (kind === "empty") return Boolean(response.writeHead(Number(status), cors).end());
  if (status) {
    const isKey = status === "401";
    const message = kind === "too-long" ? TOO_LONG : undefined;
    return fail({ ...call, cors: isKey && provider.hidesRefusals ? {} : cors }, Number(status), { ...details, isKey, message });
  }
  if (refused) return fail({ ...call, cors }, 400, { ...details, parameter: refused });
  if (holds("error-in-200")) return json(response, 200, cors, failure(provider, 502, details).body);
  return false;
}

// Returns the name of a parameter that was sent and that the provider or the script refuses.
function refusedParameter(provider, body, holds) {
  const names = holds.all.flatMap(({ parameter }) => parameter ?? []);
  return [...names, ...(provider.refused ? [provider.refused] : [])].find((name) => isNamed(body, name));
}

const isNamed = (value, name) =>
  value !== null &&
  typeof value === "object" &&
  (Object.hasOwn(value, name) || Object.values(value).some((inner) => isNamed(inner, name)));

function fail(call, status, details) {
  const { status: number, body } = failure(call.provider, status, details);
  return json(call.response, number, call.cors, body);
}

function json(response, status, headers, body) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  return true;
}

function html(response, status, headers, title) {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers });
  response.end(`<!doctype html><title>${title}</title><h1>${title}</h1><p>Please sign in, or come again.</p>`);
  return true;
}

// Returns the address of this server under another name, which is another origin.
const elsewhere = ({ request }) => `http://localhost:${request.socket.localPort}/elsewhere${request.url}`;

function reply({ response, cors }, holds, type, texts, more) {
  const headers = holds("no-cors") ? {} : cors;
  if (holds("wrong-type")) return html(response, 200, headers, "Welcome");
  const head = { "content-type": type, "cache-control": "no-cache", ...headers };
  void transmit(response, head, holds("empty") ? [] : texts, holds, more);
}

async function read(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString();
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
