/** The length of a whole number as a varint, in bytes. */
export function varintSize(value: number): number {
  let size = 1;
  for (let left = value; left >= 0x80; left = Math.floor(left / 0x80)) size += 1;
  return size;
}

/** The length of a field in bytes: its tag of one byte, its length and its value. */
export function fieldSize(bytes: number): number {
  return 1 + varintSize(bytes) + bytes;
}
