// Downloads a model file. A download continues after the bytes that an earlier download has stored.

import { MOST_BYTES } from "./gguf.js";
import { amount, ModelError } from "./model_error.js";

// The time after which a connection without data counts as stalled, in milliseconds.
const STALLED_AFTER = 30_000;

// The download fails after this number of consecutive attempts without data. The pause before the
// second attempt, in milliseconds, doubles with each further attempt.
const ATTEMPTS = 4;
const PAUSE = 1000;

// The share by which the length of the file on the server may differ from the length that the page
// announces to the user.
const TOLERANCE = 0.05;

// Returns whether a request may go to an address. The host must be in `hosts`, where `*.hf.co` allows
// every subdomain of hf.co. The protocol must be HTTPS; this machine may use plain HTTP too.
function isAllowed(address, hosts) {
  const { protocol, host, hostname, username, password } = new URL(address);
  const isSafe = protocol === "https:" || (protocol === "http:" && ["localhost", "127.0.0.1"].includes(hostname));
  const isNamed = (allowed) => host === allowed || (allowed.startsWith("*.") && host.endsWith(allowed.slice(1)));
  return isSafe && !username && !password && hosts.some(isNamed);
}

// Returns the name of the file at an address.
export function nameOf(address) {
  try {
    return decodeURIComponent(new URL(address).pathname.split("/").at(-1));
  } catch {
    return "";
  }
}

const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

// Requests the bytes of a file after an offset. The browser follows redirects by itself, so the final
// host is checked before the body is read.
async function request(address, hosts, from, signal) {
  const response = await fetch(address, {
    headers: from > 0 ? { Range: `bytes=${from}-` } : {},
    cache: "no-store",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    signal,
  });
  if (!isAllowed(response.url, hosts)) {
    await response.body?.cancel();
    throw new ModelError(403, "redirected", `${new URL(address).host} leads to ${new URL(response.url).host}, which is not among ${hosts.join(", ")}. Nothing was kept from there.`);
  }
  return response;
}

// Returns the offset at which the body of a response begins, and the length of the whole file. A
// server may hide `Content-Range` from the page (CORS). Then both follow from the status and
// `Content-Length`.
function extent(response, from) {
  const [, begin, total] = response.headers.get("Content-Range")?.match(/^bytes (\d+)-\d+\/(\d+)$/) ?? [];
  if (response.status === 206 && begin) return { begin: Number(begin), total: Number(total) };
  const length = response.headers.get("Content-Length");
  const offset = response.status === 206 ? from : 0;
  return { begin: offset, total: length === null ? undefined : offset + Number(length) };
}

const another = (reason) => new ModelError(409, "changed", `The file at this address has changed: ${reason}. Choose another model, or add a file.`);

// Makes one request, and appends the received bytes to the file.
async function attempt(writer, { address, hosts, onProgress, signal, stalledAfter }) {
  const stalled = new AbortController();
  let timer;
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(), stalledAfter);
  };
  restart();
  const either = signal ? AbortSignal.any([signal, stalled.signal]) : stalled.signal;
  try {
    const response = await request(address, hosts, writer.length, either);
    if (!response.ok) {
      await response.body?.cancel();
      const isPassing = response.status >= 500 || [408, 425, 429].includes(response.status);
      throw new ModelError(response.status, isPassing ? "unavailable" : "refused", `${new URL(response.url).host} answered ${response.status}. ${isPassing ? "Try again later; the download goes on where it stopped." : "Choose another model, or add a file."}`);
    }
    const { begin, total } = extent(response, writer.length);
    const isAnnounced = Math.abs(total - writer.announced) <= writer.announced * TOLERANCE;
    if (!isAnnounced || begin > writer.length) {
      await response.body?.cancel();
      throw another(`it has ${total === undefined ? "an unknown length" : amount(total)} instead of ${amount(writer.announced)}`);
    }
    if (writer.total !== undefined && writer.total !== total) {
      await response.body?.cancel();
      return await writer.restart();
    }
    await writer.setTotal(total);
    // A server without support for ranges sends the whole file. Bytes that are already stored are
    // skipped.
    let at = begin;
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) break;
      restart();
      const fresh = value.subarray(Math.max(0, writer.length - at));
      at += value.length;
      if (writer.length + fresh.length > total) {
        await reader.cancel();
        throw another(`it has more than ${amount(total)}`);
      }
      await writer.write(fresh);
      onProgress?.({ step: "download", done: writer.length, total });
    }
  } finally {
    clearTimeout(timer);
    await writer.close();
  }
}

// Downloads the missing bytes of a model. Tries again after a broken or stalled connection, and
// after a passing error of the server.
export async function fetchInto(writer, options) {
  const { address, signal, stalledAfter = STALLED_AFTER, pause = PAUSE } = options;
  let attempts = 0;
  while (writer.length !== writer.total) {
    const before = writer.length;
    let reason;
    try {
      await attempt(writer, { ...options, stalledAfter });
    } catch (error) {
      signal?.throwIfAborted();
      const isPassing = !(error instanceof ModelError) || error.code === "unavailable";
      if (!isPassing) throw error;
      reason = error;
    }
    if (writer.length === writer.total) return;
    attempts = writer.length > before ? 0 : attempts + 1;
    if (attempts === ATTEMPTS) {
      if (reason instanceof ModelError) throw reason;
      const host = new URL(address).host;
      throw new ModelError(0, "network", `The connection to ${host} stopped at ${amount(writer.length)} of ${amount(writer.total ?? writer.announced)}. Download again; it goes on from there.`);
    }
    if (attempts > 0) await sleep(pause * 2 ** (attempts - 1));
    signal?.throwIfAborted();
  }
}

// Throws if the address or the size of a download is not allowed.
export function checkDownload(name, { address, hosts, bytes }) {
  if (!URL.canParse(address) || !isAllowed(address, hosts)) {
    throw new ModelError(400, "refused_address", `${address} is no HTTPS address of ${hosts.join(" or ")}. Choose another address.`);
  }
  if (!(bytes > 0 && bytes <= MOST_BYTES)) {
    throw new ModelError(400, "too_large", `${name} has ${amount(bytes)}. The engine reads at most ${amount(MOST_BYTES)}: choose a smaller model.`);
  }
}
