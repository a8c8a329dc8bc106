// Where the bytes of a result file come from.

/** How many bytes are graded at once: what else is to be done waits that long. */
const PIECE = 1 << 18;

/** What a source is called: a File has a name. */
export const named = (source) => (typeof source?.name === "string" && source.name !== "" ? source.name : "results");

/** The bytes of a source, in pieces. */
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

/** What can be asked for one chunk after the other, each bytes or a string. */
function chunks(source) {
  if (typeof source === "string" || bytesOf(source) !== undefined) return [source];
  if (typeof source?.stream === "function") return chunks(source.stream());
  if (typeof source?.[Symbol.asyncIterator] === "function" || typeof source?.[Symbol.iterator] === "function") return source;
  if (typeof source?.getReader === "function") return fromReader(source.getReader());
  if (source?.body) return chunks(source.body);
  throw new TypeError(`source is a Blob, a ReadableStream, a Response, an iterable of Uint8Array, bytes or a string, not ${typeof source}`);
}

/** For browsers whose streams are no iterables. */
async function* fromReader(reader) {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A stream that has failed says so once more.
    await reader.cancel().catch(() => {});
  }
}

function bytesOf(value) {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined;
}
