// Reading of the bytes of a result file.

/** The most bytes of one call to the grader, which limits the time before other tasks can run. */
const PIECE = 1 << 18;

/** Returns the display name of a source: the name of a File, or `results`. */
export const named = (source) => (typeof source?.name === "string" && source.name !== "" ? source.name : "results");

/** Returns the bytes of a source in pieces. */
export function pieces(source) {
  return inPieces(chunks(source));
}

async function* inPieces(chunks) {
  const encoder = new TextEncoder();
  for await (const chunk of chunks) {
    const bytes = typeof chunk === "string" ? encoder.encode(chunk) : bytesOf(chunk);
    if (bytes === undefined) throw new TypeError(`the source gives a Uint8Array or a string at a time, not ${typeof chunk}`);
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
  }
}

/** Returns an iterable of the chunks of a source. Each chunk is bytes or a string. */
function chunks(source) {
  if (typeof source === "string" || bytesOf(source) !== undefined) return [source];
  if (typeof source?.stream === "function") return chunks(source.stream());
  if (typeof source?.[Symbol.asyncIterator] === "function" || typeof source?.[Symbol.iterator] === "function") return source;
  if (typeof source?.getReader === "function") return fromReader(source.getReader());
  if (source?.body) return chunks(source.body);
  throw new TypeError(`source is a Blob, a ReadableStream, a Response, an iterable of Uint8Array, bytes or a string, not ${typeof source}`);
}

/** Generates the chunks of a stream, for browsers whose streams are not iterable. */
async function* fromReader(reader) {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // The cancellation of a failed stream fails too.
    await reader.cancel().catch(() => {});
  }
}

function bytesOf(value) {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined;
}
