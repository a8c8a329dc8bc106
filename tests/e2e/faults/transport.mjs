// How bytes of a reply go out: in which pieces, how fast, and whether all of them.

import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";

const SLOW = 50; // Milliseconds between pieces.

// Sends the body of a reply whose head is written, in pieces. `holds(word)` says what is done to it.
export async function transmit(response, texts, holds) {
  const isHalved = ["cut-stream", "stall", "idles", "reset"].some(holds);
  for (const piece of isHalved ? half(texts) : together(texts, holds("slow"))) {
    for (const chunk of chunks(Buffer.from(piece), holds)) {
      if (response.destroyed) return;
      response.write(chunk);
      await (holds("split-utf8") && !holds("drip") ? pause(1) : turn());
    }
    if (holds("slow")) await pause(SLOW);
  }
  if (holds("stall")) return;
  if (holds("idles")) return idle(response);
  if (holds("reset")) {
    await pause(20); // What was written arrives first.
    response.destroy();
    return;
  }
  response.end();
}

// Keeps a connection alive, and says nothing.
async function idle(response) {
  while (!response.destroyed) {
    response.write(": still here\n\n \n");
    await pause(SLOW);
  }
}

const together = (texts, isSlow) => (isSlow ? texts : [texts.join("")]);

// The first half of the bytes, which may end inside a character.
function half(texts) {
  const bytes = Buffer.from(texts.join(""));
  return [bytes.subarray(0, Math.ceil(bytes.length / 2))];
}

// The bytes of a piece by what is written at once: all, one each, or up to the middle of a character.
function* chunks(bytes, holds) {
  let begin = 0;
  for (let at = 1; at <= bytes.length; at += 1) {
    const isInside = (bytes[at] & 0xc0) === 0x80;
    if (at < bytes.length && !holds("drip") && !(holds("split-utf8") && isInside)) continue;
    yield bytes.subarray(begin, at);
    begin = at;
  }
}
