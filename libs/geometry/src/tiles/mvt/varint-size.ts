/** How many bytes a whole number takes as a varint. */
export function varintSize(value: number): number {
  let size = 1;
  for (let left = value; left >= 0x80; left = Math.floor(left / 0x80)) size += 1;
  return size;
}

/** How many bytes a field takes whose value has so many: its tag of one byte, its length and its value. */
export function fieldSize(bytes: number): number {
  return 1 + varintSize(bytes) + bytes;
}
