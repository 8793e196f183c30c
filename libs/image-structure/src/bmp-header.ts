const FILE_HEADER_BYTES = 14;
/** Header sizes: OS/2, Windows, with masks, OS/2 2.0, and versions 4 and 5. */
const [CORE, INFO, MASKS, ALPHA_MASKS, CORE_2, VERSION_4, VERSION_5] = [12, 40, 52, 56, 64, 108, 124];
const HEADER_BYTES = new Set([CORE, INFO, MASKS, ALPHA_MASKS, CORE_2, VERSION_4, VERSION_5]);
const [PLAIN, RLE_8, RLE_4, FIELDS, ALPHA_FIELDS] = [0, 1, 2, 3, 6];
/** The colour profile is given as a file path. */
const LINKED = 0x4c_49_4e_4b;
const EMBEDDED = 0x4d_42_45_44;

const bitsOf: ReadonlyMap<number, readonly number[]> = new Map([
  [PLAIN, [1, 4, 8, 16, 24, 32]],
  [RLE_8, [8]],
  [RLE_4, [4]],
  [FIELDS, [16, 32]],
  [ALPHA_FIELDS, [16, 32]],
]);

/** The pixel layout of a BMP. Offsets are from the start of the file. */
export interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly orientation: 1;
  readonly isTopDown: boolean;
  readonly bitsPerPixel: number;
  readonly coding: 'plain' | 'run-length';
  /** The bit masks of red, green, blue and alpha in a pixel of 16 or 32 bits. */
  readonly masks: readonly [red: number, green: number, blue: number, alpha: number];
  /** The palette for up to 8 bits: blue, green and red of each colour. */
  readonly palette: { readonly at: number; readonly count: number; readonly entryBytes: number };
  readonly pixelsAt: number;
  readonly rowBytes: number;
  /** The end of the image; infinite for run-length coding, because the size in its header may be wrong. */
  readonly end: number;
}

/**
 * Reads the header of a file of this length; `undefined` if it is damaged, the file is truncated, or the pixels have a
 * coding that is not for screens.
 */
export function bmpHeader(bytes: Uint8Array, sizeInBytes = bytes.length): BmpHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headerBytes = bytes.length < FILE_HEADER_BYTES + CORE ? 0 : view.getUint32(14, true);
  if (!HEADER_BYTES.has(headerBytes) || bytes.length < FILE_HEADER_BYTES + headerBytes) return undefined;
  const isCore = headerBytes === CORE;
  const [width, height] = isCore
    ? [view.getUint16(18, true), view.getUint16(20, true)]
    : [view.getInt32(18, true), view.getInt32(22, true)];
  const bitsPerPixel = view.getUint16(isCore ? 24 : 28, true);
  const compression = isCore ? PLAIN : view.getUint32(30, true);
  const isCoded = compression === RLE_8 || compression === RLE_4;
  const hasMasks = compression === FIELDS || compression === ALPHA_FIELDS;
  const isKnown = bitsOf.get(compression)?.includes(bitsPerPixel) === true;
  // In OS/2 2.0 the value for masks means a fax coding.
  if (!isKnown || width < 1 || height === 0 || (hasMasks && headerBytes === CORE_2)) return undefined;
  const maskBytes = headerBytes === INFO && hasMasks ? (compression === FIELDS ? 12 : 16) : 0;
  const paletteAt = FILE_HEADER_BYTES + headerBytes + maskBytes;
  const pixelsAt = view.getUint32(10, true);
  const profile = profileOf(view, headerBytes);
  if (bytes.length < FILE_HEADER_BYTES + headerBytes + maskBytes) return undefined;
  if (pixelsAt < paletteAt || pixelsAt >= sizeInBytes || profile === 'linked') return undefined;
  const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
  const end = Math.max(pixelsAt + rowBytes * Math.abs(height), profile);
  if (!isCoded && end > sizeInBytes) return undefined;
  return {
    width,
    height: Math.abs(height),
    orientation: 1,
    isTopDown: height < 0,
    bitsPerPixel,
    coding: isCoded ? 'run-length' : 'plain',
    masks: hasMasks ? masksAt(view, Math.max(headerBytes, INFO + maskBytes)) : defaultMasks(bitsPerPixel),
    palette: paletteOf(view, { paletteAt, pixelsAt, bitsPerPixel, isCore }),
    pixelsAt,
    rowBytes,
    end: isCoded ? Infinity : end,
  };
}

function masksAt(view: DataView, headerBytes: number): BmpHeader['masks'] {
  const at = FILE_HEADER_BYTES + INFO;
  const mask = (index: number): number => view.getUint32(at + index * 4, true);
  return [mask(0), mask(1), mask(2), headerBytes >= ALPHA_MASKS ? mask(3) : 0];
}

const defaultMasks = (bitsPerPixel: number): BmpHeader['masks'] =>
  bitsPerPixel === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0];

interface PalettePlace {
  readonly paletteAt: number;
  readonly pixelsAt: number;
  readonly bitsPerPixel: number;
  readonly isCore: boolean;
}

function paletteOf(view: DataView, { paletteAt, pixelsAt, bitsPerPixel, isCore }: PalettePlace) {
  const entryBytes = isCore ? 3 : 4;
  const most = bitsPerPixel > 8 ? 0 : 2 ** bitsPerPixel;
  const used = isCore ? 0 : view.getUint32(46, true);
  const room = Math.floor((pixelsAt - paletteAt) / entryBytes);
  return { at: paletteAt, count: Math.min(used || most, most, room), entryBytes };
}

/** The end of an embedded colour profile; 0 without one. */
function profileOf(view: DataView, headerBytes: number): number | 'linked' {
  if (headerBytes !== VERSION_5) return 0;
  const type = view.getUint32(14 + 56, true);
  if (type === LINKED) return 'linked';
  return type === EMBEDDED
    ? FILE_HEADER_BYTES + view.getUint32(14 + 112, true) + view.getUint32(14 + 116, true)
    : 0;
}
