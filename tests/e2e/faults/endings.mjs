// Endings of a model's text, by the word of a script: the pieces that are sent, and the text that a
// reader makes of them.

// Placeholders for bytes that are not UTF-8: an invalid byte, and the beginning of a character.
const SPOILT = new Map([
  ["\ue000", [0xff]],
  ["\ue001", [0xe2, 0x82]],
]);
const MARKS = `\nDone e${"\u0301".repeat(2_000)}.`;
const CONTROLS = "\nDone \u0000\u0007\u001b[31m\u009b\u202e\u2028\ufeff.";

export const ENDINGS = {
  "half-characters": { pieces: ["\nDone \ud83d", "\ude00\ud83d", "\ude01 \ud83d", "!"], read: "\nDone 😀😁 \ufffd!" },
  "bad-utf8": { pieces: ["\nDone \ue000", "\ue001."], read: "\nDone \ufffd\ufffd." },
  "piled-marks": { pieces: [MARKS], read: MARKS },
  controls: { pieces: [CONTROLS], read: CONTROLS },
  "repeats-key": { pieces: (key) => ["\nI was sent ", key.slice(0, 4), key.slice(4), "."], read: "\nI was sent [key]." },
};

// Returns the pieces that a text ends with.
export function ending(holds, key) {
  const found = Object.entries(ENDINGS).filter(([word]) => holds(word));
  return found.flatMap(([, { pieces }]) => (typeof pieces !== "function" ? pieces : key === undefined ? [] : pieces(key)));
}

// Replaces the placeholders by their bytes.
export function insertBadBytes(bytes) {
  let parts = [bytes];
  for (const [sign, wrong] of SPOILT) {
    parts = parts.flatMap((part) => {
      const [first, ...others] = split(part, Buffer.from(sign));
      return [first, ...others.flatMap((other) => [Buffer.from(wrong), other])];
    });
  }
  return parts.length === 1 ? bytes : Buffer.concat(parts);
}

function split(bytes, sign) {
  const parts = [];
  let begin = 0;
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, begin)) {
    parts.push(bytes.subarray(begin, at));
    begin = at + sign.length;
  }
  return [...parts, bytes.subarray(begin)];
}
