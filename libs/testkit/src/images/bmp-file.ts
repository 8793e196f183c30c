/** How a BMP is made. */
export interface BmpParts {
  readonly width: number;
  /** Negative from the top down. */
  readonly height: number;
  readonly bits: number;
  /** The rows as they are in the file, or runs. */
  readonly pixels: readonly number[];
  /** 12 for OS/2, 40 (the default), or 108 for masks with alpha. */
  readonly headerBytes?: number;
  readonly compression?: number;
  /** Each of blue, green and red, with a fourth number unless it is for OS/2. */
  readonly palette?: readonly (readonly number[])[];
  readonly masks?: readonly number[];
}

/** The bytes of a BMP. */
export function bmpFile({ width, height, bits, pixels, ...others }: BmpParts): Buffer {
  const { headerBytes = 40, compression = 0, palette = [], masks = [] } = others;
  const head = Buffer.alloc(14 + Math.max(headerBytes, 40 + (headerBytes === 12 ? -28 : masks.length * 4)));
  head.write('BM', 'latin1');
  head.writeUInt32LE(headerBytes, 14);
  if (headerBytes === 12) {
    for (const [index, value] of [width, height, 1, bits].entries())
      head.writeUInt16LE(value, 18 + index * 2);
  } else {
    head.writeInt32LE(width, 18);
    head.writeInt32LE(height, 22);
    head.writeUInt16LE(1, 26);
    head.writeUInt16LE(bits, 28);
    head.writeUInt32LE(compression, 30);
    head.writeUInt32LE(palette.length, 46);
    for (const [index, mask] of masks.entries()) head.writeUInt32LE(mask, 54 + index * 4);
  }
  const colors = Buffer.from(palette.flat());
  head.writeUInt32LE(head.length + colors.length, 10);
  const file = Buffer.concat([head, colors, Buffer.from(pixels)]);
  file.writeUInt32LE(file.length, 2);
  return file;
}
