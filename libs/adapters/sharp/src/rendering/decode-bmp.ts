import { bmpHeader, type BmpHeader } from '@cairn/image-structure';

const OPAQUE = 255;

/** Pixels from the top left: red, green, blue and alpha of each. */
interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes a BMP of any depth, plain or with run-length coding. No package supports all depths. @throws {Error} if it is
 * damaged.
 */
export function decodeBmp(bytes: Uint8Array): Pixels {
  const header = bmpHeader(bytes);
  if (header === undefined) throw new Error('Its header is damaged, or it is cut short.');
  const { width, height, isTopDown, bitsPerPixel } = header;
  const data = new Uint8ClampedArray(width * height * 4);
  const rowAt = (row: number): number => (isTopDown ? row : height - 1 - row) * width * 4;
  if (header.coding === 'run-length') new RunLengths(bytes, header, { data, rowAt }).decode();
  else if (bitsPerPixel <= 8) decodeIndices(bytes, header, { data, rowAt });
  else decodeColors(bytes, header, { data, rowAt });
  return { data, width, height };
}

interface Target {
  readonly data: Uint8ClampedArray;
  /** The offset of a row of the file in the data. */
  readonly rowAt: (row: number) => number;
}

function decodeIndices(bytes: Uint8Array, header: BmpHeader, { data, rowAt }: Target): void {
  const { width, height, bitsPerPixel, pixelsAt, rowBytes } = header;
  const paint = painter(bytes, header, data);
  const [perByte, mask] = [8 / bitsPerPixel, 2 ** bitsPerPixel - 1];
  for (let row = 0; row < height; row += 1) {
    const [from, to] = [pixelsAt + row * rowBytes, rowAt(row)];
    for (let x = 0; x < width; x += 1) {
      const shift = 8 - bitsPerPixel * ((x % perByte) + 1);
      paint(to + x * 4, ((bytes[from + Math.floor(x / perByte)] ?? 0) >> shift) & mask);
    }
  }
}

/** Writes the color of an index; black if it is not in the palette. */
function painter(bytes: Uint8Array, { palette }: BmpHeader, data: Uint8ClampedArray) {
  return (at: number, index: number): void => {
    const color = index < palette.count ? palette.at + index * palette.entryBytes : undefined;
    for (let channel = 0; channel < 3; channel += 1)
      data[at + channel] = color === undefined ? 0 : (bytes[color + 2 - channel] ?? 0);
    data[at + 3] = OPAQUE;
  };
}

function decodeColors(bytes: Uint8Array, header: BmpHeader, { data, rowAt }: Target): void {
  const { width, height, bitsPerPixel, pixelsAt, rowBytes, masks } = header;
  const pixelBytes = bitsPerPixel / 8;
  const channels = masks.map(channelOf);
  const [, , , alphaMask] = masks;
  let isSeen = alphaMask === 0;
  for (let row = 0; row < height; row += 1) {
    let [from, to] = [pixelsAt + row * rowBytes, rowAt(row)];
    for (let x = 0; x < width; x += 1) {
      let pixel = 0;
      for (let index = pixelBytes - 1; index >= 0; index -= 1)
        pixel = pixel * 256 + (bytes[from + index] ?? 0);
      for (const [channel, read] of channels.entries())
        data[to + channel] = read?.(pixel) ?? (channel === 3 ? OPAQUE : 0);
      isSeen ||= data[to + 3] !== 0;
      [from, to] = [from + pixelBytes, to + 4];
    }
  }
  // Many programs set alpha to 0 everywhere and mean an opaque image.
  if (!isSeen) for (let at = 3; at < data.length; at += 4) data[at] = OPAQUE;
}

/** Scales the bits of a mask to 0–255; `undefined` for an empty mask. */
function channelOf(mask: number): ((pixel: number) => number) | undefined {
  if (mask === 0) return undefined;
  const lowest = 2 ** (31 - Math.clz32(mask & -mask));
  const most = Math.floor(mask / lowest);
  return (pixel) => ((((pixel & mask) >>> 0) / lowest) * OPAQUE) / most;
}

/** Run-length coding: runs of an index or of two alternating ones, and single indices. */
class RunLengths {
  private at: number;
  private x = 0;
  private row = 0;
  private readonly paint;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly header: BmpHeader,
    private readonly target: Target,
  ) {
    this.at = header.pixelsAt;
    this.paint = painter(bytes, header, target.data);
  }

  /** Pixels outside all runs have the first color. */
  decode(): void {
    const { data } = this.target;
    for (let pixel = 0; pixel < data.length; pixel += 4) this.paint(pixel, 0);
    while (this.row < this.header.height) {
      const [count, value] = [this.next(), this.next()];
      if (count > 0) for (let index = 0; index < count; index += 1) this.put(this.indexIn(value, index));
      else if (value > 2) this.copy(value);
      else if (value === 1) return;
      else if (value === 0) [this.x, this.row] = [0, this.row + 1];
      else [this.x, this.row] = [this.x + this.next(), this.row + this.next()];
    }
  }

  /** This many literal indices, padded to an even number of bytes. */
  private copy(count: number): void {
    const start = this.at;
    let byte = 0;
    const perByte = 8 / this.header.bitsPerPixel;
    for (let index = 0; index < count; index += 1) {
      if (index % perByte === 0) byte = this.next();
      this.put(this.indexIn(byte, index));
    }
    if ((this.at - start) % 2 === 1) this.at += 1;
  }

  /** With 4 bits a pixel, a byte has two indices, the first in its upper half. */
  private indexIn(byte: number, index: number): number {
    if (this.header.bitsPerPixel === 8) return byte;
    return index % 2 === 0 ? byte >> 4 : byte & 15;
  }

  private put(index: number): void {
    const { width, height } = this.header;
    if (this.x < width && this.row < height) this.paint(this.target.rowAt(this.row) + this.x * 4, index);
    this.x += 1;
  }

  private next(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new Error('It is cut short.');
    this.at += 1;
    return byte;
  }
}
