/** Up to so many positions are sorted faster than they are put into a bitmap of the whole pack. */
const FEW = 512;

/** Distinct positions in ascending order. */
export function inOrder(positions: readonly number[], featureCount: number): Uint32Array {
  return positions.length <= FEW ? sorted(positions) : marked(positions, featureCount);
}

function sorted(positions: readonly number[]): Uint32Array {
  return Uint32Array.from(positions)
    .sort()
    .filter((position, index, all) => index === 0 || position !== all[index - 1]);
}

function marked(positions: readonly number[], featureCount: number): Uint32Array {
  const words = new Uint32Array(Math.ceil(featureCount / 32));
  for (const position of positions) {
    const word = position >>> 5;
    words[word] = (words[word] ?? 0) | (1 << (position & 31));
  }
  const ordered = new Uint32Array(positions.length);
  let count = 0;
  for (let word = 0; word < words.length; word += 1) {
    for (let bits = words[word] ?? 0; bits !== 0; bits &= bits - 1) {
      ordered[count] = 32 * word + 31 - Math.clz32(bits & -bits);
      count += 1;
    }
  }
  return ordered.subarray(0, count);
}
