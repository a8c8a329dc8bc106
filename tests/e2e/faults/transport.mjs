// How bytes of a reply go out: in which pieces, how fast, and whether all of them.

import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { spoilt } from "./endings.mjs";

const SLOW = 50; // Milliseconds between pieces.
// How a body is packed, by the word, and what its head says of that.
const PACKED = {
  gzip: { name: "gzip", pack: gzipSync },
  "x-gzip": { name: "x-gzip", pack: gzipSync },
  deflate: { name: "deflate", pack: deflateSync },
  brotli: { name: "br", pack: brotliCompressSync },
};
const ENDLESS = ["idles", "blanks", "babbles"];
const HALVED = ["cut-stream", "stall", ...ENDLESS, "reset", "length-too-long", "length-too-short"];

// Says nothing that a client of HTTP understands, or nothing at all; whether that is so.
export function isMute(response, holds) {
  if (holds("silent")) return true;
  if (holds("hangs-up")) return Boolean(response.socket.destroy());
  if (holds("no-http")) return Boolean(response.socket.end("SSH-2.0-OpenSSH_9.7\r\n"));
  if (holds("102-first")) response.writeProcessing();
  return false;
}

// Sends a reply, in pieces. `holds(word)` says what is done to it, and `more` is the piece that comes again and again where
// it has no end.
export async function transmit(response, head, texts, holds, more) {
  const pieces = holds("slow") ? texts.map((text) => Buffer.from(text)) : [packed(spoilt(Buffer.from(texts.join(""))), holds)];
  response.socket?.setNoDelay(true);
  response.writeHead(200, { ...head, ...framing(response, pieces, holds) });
  for (const piece of HALVED.some(holds) ? half(pieces, ENDLESS.some(holds)) : pieces) {
    for (const chunk of chunks(piece, holds)) {
      if (response.destroyed) return;
      response.write(chunk);
      await (holds("split-utf8") && !holds("drip") ? pause(1) : turn());
    }
    if (holds("slow")) await pause(SLOW);
  }
  if (holds("stall") || holds("left-open")) return;
  if (holds("idles")) return repeat(response, ": still here\n\n \n");
  if (holds("blanks") || holds("babbles")) return repeat(response, more);
  if (["reset", "reset-at-end", "length-too-long"].some(holds)) {
    await pause(20); // What was written arrives first.
    response.destroy();
    return;
  }
  response.end();
}

// The headers that say how the body is packed and where it ends.
function framing(response, pieces, holds) {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  if (holds("until-closed")) Object.assign(response, { shouldKeepAlive: false, useChunkedEncodingByDefault: false });
  return {
    ...(packing(holds) ? { "content-encoding": packing(holds).name } : {}),
    ...(holds("length-too-long") ? { "content-length": size } : {}),
    // What is left over would be taken for the next reply.
    ...(holds("length-too-short") ? { "content-length": Math.ceil(size / 3), connection: "close" } : {}),
  };
}

const packing = (holds) => Object.entries(PACKED).find(([word]) => holds(word))?.[1];
const packed = (bytes, holds) => packing(holds)?.pack(bytes) ?? bytes;

// Sends the same for ever.
async function repeat(response, text) {
  while (!response.destroyed) {
    response.write(text);
    await pause(SLOW);
  }
}

// The first half of the bytes, which may end inside a character, or of the events.
function half(pieces, ofEvents) {
  const bytes = Buffer.concat(pieces);
  const middle = Math.ceil(bytes.length / 2);
  const gap = bytes.includes("\n\n") ? "\n\n" : "\n";
  const end = ofEvents ? bytes.lastIndexOf(gap, middle) + gap.length : middle;
  return [bytes.subarray(0, end)];
}

// The bytes of a piece by what is written at once: all, one each, or up to the middle of a character.
function* chunks(bytes, holds) {
  const [drips, splits] = ["drip", "split-utf8"].map(holds);
  let begin = 0;
  for (let at = 1; (drips || splits) && at < bytes.length; at += 1) {
    const isInside = (bytes[at] & 0xc0) === 0x80;
    if (!drips && !isInside) continue;
    yield bytes.subarray(begin, at);
    begin = at;
  }
  yield bytes.subarray(begin);
}
