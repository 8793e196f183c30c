/** Numbers that look random, the same for the same seed (xorshift): each call gives a whole number below the limit. */
export function randomOf(seed) {
  let state = (seed * 2_654_435_761 + 1) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}
