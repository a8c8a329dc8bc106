// Chance that a test chooses: the page's source of it, replaced by numbers that follow from a seed.

// Draws the same bytes in every run of a test: xorshift (G. Marsaglia, Xorshift RNGs, 2003) from a seed that is not 0. Every document of a window goes on
// where the one before it stopped, since the page counts on never drawing the same again; how far that was stands in the window's name.
export function seedEntropy(seed) {
  let state = Number(window.name) || Math.imul(seed, 0x9e3779b1);
  crypto.getRandomValues = (bytes) => {
    for (let at = 0; at < bytes.length; at += 1) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      bytes[at] = state >>> 24;
    }
    window.name = state;
    return bytes;
  };
}
