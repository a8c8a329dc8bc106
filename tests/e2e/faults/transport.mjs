// Sends the bytes of a reply: splits them into writes, delays them, and leaves some out.

import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { insertBadBytes } from "./endings.mjs";

const SLOW = 50; // Milliseconds between pieces.
// The encodings of a body by word, each with its name in the header.
const PACKED = {
  gzip: { name: "gzip", pack: gzipSync },
  "x-gzip": { name: "x-gzip", pack: gzipSync },
  deflate: { name: "deflate", pack: deflateSync },
  brotli: { name: "br", pack: brotliCompressSync },
};
const ENDLESS = ["idles", "blanks", "babbles"];
const HALVED = ["cut-stream", "stall", ...ENDLESS, "reset", "length-too-long", "length-too-short"];

// If a fault asks for it, sends no reply, or one that is not HTTP, and returns `true`. Also sends the
// informational status of `102-first`, before the reply that follows.
export function isMute(response, holds) {
  if (holds("silent")) return true;
  if (holds("hangs-up")) return Boolean(response.socket.destroy());
  if (holds("no-http")) return Boolean(response.socket.end("SSH-2.0-OpenSSH_9.7\r\n"));
  if (holds("102-first")) response.writeProcessing();
  return false;
}

// Sends a reply in pieces. `holds(word)` selects the faults, and `more` is the piece that an
// endless reply repeats.
export async function transmit(response, head, texts, holds, more) {
  const pieces = holds("slow") ? texts.map((text) => Buffer.from(text)) : [packed(insertBadBytes(Buffer.from(texts.join(""))), holds)];
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
    await pause(20); // The written bytes arrive first.
    response.destroy();
    return;
  }
  response.end();
}

// Returns the headers about the encoding and the end of the body.
function framing(response, pieces, holds) {
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  if (holds("until-closed")) Object.assign(response, { shouldKeepAlive: false, useChunkedEncodingByDefault: false });
  return {
    ...(packing(holds) ? { "content-encoding": packing(holds).name } : {}),
    ...(holds("length-too-long") ? { "content-length": size } : {}),
    // A client would read the remaining bytes as the next reply.
    ...(holds("length-too-short") ? { "content-length": Math.ceil(size / 3), connection: "close" } : {}),
  };
}

const packing = (holds) => Object.entries(PACKED).find(([word]) => holds(word))?.[1];
const packed = (bytes, holds) => packing(holds)?.pack(bytes) ?? bytes;

// Sends the same text for ever.
async function repeat(response, text) {
  while (!response.destroyed) {
    response.write(text);
    await pause(SLOW);
  }
}

// Returns the first half of the bytes, which may end inside a character, or of the events.
function half(pieces, ofEvents) {
  const bytes = Buffer.concat(pieces);
  const middle = Math.ceil(bytes.length / 2);
  const gap = bytes.includes("\n\n") ? "\n\n" : "\n";
  const end = ofEvents ? bytes.lastIndexOf(gap, middle) + gap.length : middle;
  return [bytes.subarray(0, end)];
}

// Splits the bytes of a piece into writes: all at once, single bytes, or up to the middle of a
// character.
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
