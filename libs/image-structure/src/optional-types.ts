import { bmpHeader } from './bmp-header.js';
import { type HeaderSize, jxlHeader } from './jxl-header.js';

const WIDTH = 256;
const HEIGHT = 257;
const ORIENTATION = 274;
const ENTRY_BYTES = 12;
const SHORT = 3;
const LONG = 4;

/** The size of the first image of a TIFF. */
function tiffHeader(bytes: Uint8Array): HeaderSize | undefined {
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

/** Media types of images that few browsers display. */
export type FurtherType = 'image/heic' | 'image/jxl' | 'image/tiff' | 'image/bmp';

const signatures: ReadonlyMap<RegExp, FurtherType> = new Map([
  // Excludes the brands of image sequences, `hevc` and `msf1`.
  [/^.{4}ftyp(?:hei[cxms]|mif1(?=(?:.{4})*?hei[cx]))/s, 'image/heic'],
  [/^(?:\xff\x0a|\0\0\0\x0cJXL \r\n\x87\n)/, 'image/jxl'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  // The length of the second header must be one of the known ones.
  [/^BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0/s, 'image/bmp'],
]);

/** The type announced by the first bytes, if it is not a browser type. */
export function furtherType(bytes: Uint8Array): FurtherType | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  for (const [signature, type] of signatures) if (signature.test(start)) return type;
  return undefined;
}

/** Reads the header of a complete image; `undefined` if it is damaged or animated. */
export const headerSizes: Readonly<
  Record<Exclude<FurtherType, 'image/heic'>, (bytes: Uint8Array) => HeaderSize | undefined>
> = { 'image/jxl': jxlHeader, 'image/tiff': tiffHeader, 'image/bmp': bmpHeader };
