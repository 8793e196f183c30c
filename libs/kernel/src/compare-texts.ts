/**
 * Orders texts by their code points, as databases order the bytes of UTF-8 (`COLLATE "C"`, `BINARY`): below 0 where
 * `one` comes first.
 */
export function compareTexts(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const [a, b] = [one.charCodeAt(index), other.charCodeAt(index)];
    if (a !== b) return rankOf(a) - rankOf(b);
  }
  return one.length - other.length;
}

/** Code units with those of surrogate pairs moved behind all others. */
function rankOf(unit: number): number {
  if (unit >= 0xe000) return unit - 0x800;
  return unit >= 0xd800 ? unit + 0x2000 : unit;
}
