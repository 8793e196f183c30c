import type { HeaderSize } from './header-size.js';

const WIDTH = 256;
const HEIGHT = 257;
const ORIENTATION = 274;
const ENTRY_BYTES = 12;
const SHORT = 3;
const LONG = 4;

/** The size of the first image of a TIFF. */
export function tiffHeader(bytes: Uint8Array): HeaderSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0x49;
  const at = bytes.length < 8 ? Infinity : view.getUint32(4, isLittle);
  if (at + 2 > bytes.length) return undefined;
  const count = view.getUint16(at, isLittle);
  const found = new Map<number, number>();
  for (let entry = at + 2; entry < at + 2 + count * ENTRY_BYTES; entry += ENTRY_BYTES) {
    if (entry + ENTRY_BYTES > bytes.length) return undefined;
    const type = view.getUint16(entry + 2, isLittle);
    const tag = view.getUint16(entry, isLittle);
    if (type === SHORT) found.set(tag, view.getUint16(entry + 8, isLittle));
    else if (type === LONG) found.set(tag, view.getUint32(entry + 8, isLittle));
  }
  const [width = 0, height = 0, orientation = 1] = [WIDTH, HEIGHT, ORIENTATION].map((tag) => found.get(tag));
  if (width === 0 || height === 0) return undefined;
  return { width, height, orientation: orientation >= 1 && orientation <= 8 ? orientation : 1 };
}
