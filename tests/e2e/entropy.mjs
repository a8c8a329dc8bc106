// Replaces the page's source of randomness by numbers that follow from a seed.

// Draws the same bytes in every run of a test: xorshift (G. Marsaglia, Xorshift RNGs, 2003) from a
// seed that is not 0. The page relies on never drawing the same bytes again. So each document of a
// window continues where the previous one stopped; the window's name keeps the state.
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
