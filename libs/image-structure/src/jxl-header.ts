/** Size and orientation (EXIF, 1 to 8) of an image, as its header says. */
export interface HeaderSize {
  readonly width: number;
  readonly height: number;
  readonly orientation: number;
}

const RATIOS = [undefined, [1, 1], [12, 10], [4, 3], [3, 2], [16, 9], [5, 4], [2, 1]] as const;
const BOX_BYTES = 8;

/** A number in one of four codings: the number of bits, and an offset. */
type Choice = readonly (readonly [bits: number, base: number])[];

const SIDE: Choice = [
  [9, 1],
  [13, 1],
  [18, 1],
  [30, 1],
];
const PREVIEW_SIDE: Choice = [
  [6, 1],
  [8, 65],
  [10, 321],
  [12, 1345],
];
const PREVIEW_EIGHTHS: Choice = [
  [0, 16],
  [0, 32],
  [5, 1],
  [9, 33],
];

/**
 * The upright size of a decoded JPEG XL (ISO/IEC 18181-1, SizeHeader and ImageMetadata). `undefined` for animations.
 */
export function jxlHeader(bytes: Uint8Array): HeaderSize | undefined {
  const start = codestreamStart(bytes);
  if (start === undefined) return undefined;
  const bits = new Bits(bytes.subarray(start, start + 64));
  if (bits.take(16) !== 0x0aff) return undefined;
  const size = sizeOf(bits);
  let orientation = 1;
  const isDefault = bits.flag();
  if (!isDefault && bits.flag()) {
    orientation = 1 + bits.take(3);
    if (bits.flag()) sizeOf(bits);
    if (bits.flag()) previewSize(bits);
    if (bits.flag()) return undefined;
  }
  if (bits.hasEnded) return undefined;
  const { width, height } = size;
  return orientation > 4
    ? { width: height, height: width, orientation: 1 }
    : { width, height, orientation: 1 };
}

/** The offset of the image data: the start, or the first box of the container with image data. */
function codestreamStart(bytes: Uint8Array): number | undefined {
  if (bytes[0] === 0xff) return 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 2 * BOX_BYTES <= bytes.length;) {
    const short = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + BOX_BYTES));
    const head = short === 1 ? 2 * BOX_BYTES : BOX_BYTES;
    if (type === 'jxlc') return at + head;
    if (type === 'jxlp') return at + head + 4;
    const size = short === 1 ? Number(view.getBigUint64(at + BOX_BYTES)) : short;
    if (size < head) return undefined;
    at += size;
  }
  return undefined;
}

function sizeOf(bits: Bits): { readonly width: number; readonly height: number } {
  const isSmall = bits.flag();
  const side = (): number => (isSmall ? (bits.take(5) + 1) * 8 : bits.choose(SIDE));
  return withRatio(bits, side);
}

function previewSize(bits: Bits): void {
  const inEighths = bits.flag();
  withRatio(bits, () => bits.choose(inEighths ? PREVIEW_EIGHTHS : PREVIEW_SIDE));
}

function withRatio(bits: Bits, side: () => number): { readonly width: number; readonly height: number } {
  const height = side();
  const ratio = RATIOS[bits.take(3)];
  return { height, width: ratio === undefined ? side() : Math.floor((height * ratio[0]) / ratio[1]) };
}

/** Reads bits, lowest first within each byte. */
class Bits {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get hasEnded(): boolean {
    return this.at > this.bytes.length * 8;
  }

  take(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1, this.at += 1)
      value += (((this.bytes[this.at >> 3] ?? 0) >> (this.at & 7)) & 1) * 2 ** index;
    return value;
  }

  flag(): boolean {
    return this.take(1) === 1;
  }

  choose(choice: Choice): number {
    const [bits, base] = choice[this.take(2)] ?? [0, 0];
    return this.take(bits) + base;
  }
}
