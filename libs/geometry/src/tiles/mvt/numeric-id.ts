/** Ids of features that are no numbers are mapped to the range from here to 2^53 - 1, where no number is kept as it is. */
const HASHED = 2 ** 52;

/**
 * The number that stands for an id in a tile, the same in every tile: the whole numbers below 2^52 as they are, other ids
 * as a hash. Of a million such ids, two have the same with a chance of 1 in 10,000.
 */
export function numericIdOf(id: string): number {
  const number = Number(id);
  if (Number.isInteger(number) && number >= 0 && number < HASHED && String(number) === id) return number;
  const high = hashOf(id, 0x811c9dc5) & 0xfffff;
  return HASHED + high * 2 ** 32 + hashOf(id, 0x9747b28c);
}

/** FNV-1a over the UTF-16 units, with the mixing of MurmurHash3 at the end. */
function hashOf(text: string, seed: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
