import { crc32, deflateSync } from 'node:zlib';

/** Files in parts, to put something between and into them. */

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** A segment of a JPEG, or bytes that are in none. */
export type JpegPart = { readonly marker: number; readonly payload: Buffer } | { readonly raw: Buffer };

export function jpegParts(bytes: Buffer): readonly JpegPart[] {
  const parts: JpegPart[] = [{ raw: bytes.subarray(0, 2) }];
  for (let at = 2; at < bytes.length;) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xd9) {
      parts.push({ raw: bytes.subarray(at) });
      break;
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    parts.push({ marker, payload: bytes.subarray(at + 4, end) });
    at = end;
    if (marker !== 0xda) continue;
    while (bytes[at] !== 0xff || bytes[at + 1] === 0 || ((bytes[at + 1] ?? 0) & 0xf8) === 0xd0) at += 1;
    parts.push({ raw: bytes.subarray(end, at) });
  }
  return parts;
}

export function jpegFile(parts: readonly JpegPart[]): Buffer {
  return Buffer.concat(
    parts.map((part) => {
      if ('raw' in part) return part.raw;
      const head = Buffer.from([0xff, part.marker, 0, 0]);
      head.writeUInt16BE(part.payload.length + 2, 2);
      return Buffer.concat([head, part.payload]);
    }),
  );
}

/** A chunk of a PNG or WebP. */
export interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

export function pngChunks(bytes: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

export function pngFile(chunks: readonly Chunk[]): Buffer {
  const parts = chunks.map(({ type, data }) => {
    const checked = Buffer.concat([latin(type), data]);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(data.length);
    numbers.writeUInt32BE(crc32(checked), 4);
    return Buffer.concat([numbers.subarray(0, 4), checked, numbers.subarray(4)]);
  });
  return Buffer.concat([latin('\x89PNG\r\n\x1a\n'), ...parts]);
}

/** A zlib stream that leaves the bytes as they are. */
export const stored = (bytes: Uint8Array): Buffer => deflateSync(bytes, { level: 0 });

export function riffChunks(bytes: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4);
    chunks.push({
      type: bytes.toString('latin1', at, at + 4),
      data: bytes.subarray(at + 8, at + 8 + length),
    });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

export function riff(chunks: readonly Chunk[]): Buffer {
  return Buffer.concat(
    chunks.map(({ type, data }) => {
      const head = Buffer.concat([latin(type), Buffer.alloc(4)]);
      head.writeUInt32LE(data.length, 4);
      return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
    }),
  );
}

export const webpChunks = (bytes: Buffer): readonly Chunk[] => riffChunks(bytes.subarray(12));
export const webpFile = (chunks: readonly Chunk[]): Buffer =>
  riff([{ type: 'RIFF', data: Buffer.concat([latin('WEBP'), riff(chunks)]) }]);

/** A part of a GIF: bytes, or bytes with sub-blocks behind them. */
export interface GifPart {
  readonly head: Buffer;
  readonly blocks?: readonly Buffer[];
}

const tableBytes = (flags = 0): number => (flags < 0x80 ? 0 : 3 * 2 ** ((flags % 8) + 1));

export function gifParts(bytes: Buffer): readonly GifPart[] {
  const start = 13 + tableBytes(bytes[10]);
  const parts: GifPart[] = [{ head: bytes.subarray(0, 13) }, { head: bytes.subarray(13, start) }];
  for (let at = start; at < bytes.length;) {
    const kind = bytes[at];
    const headEnd = kind === 0x21 ? at + 2 : kind === 0x2c ? at + 11 + tableBytes(bytes[at + 9]) : at + 1;
    const head = bytes.subarray(at, headEnd);
    at = headEnd;
    if (kind !== 0x21 && kind !== 0x2c) {
      parts.push({ head });
      continue;
    }
    const blocks: Buffer[] = [];
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) {
      blocks.push(bytes.subarray(at + 1, at + 1 + size));
      at += 1 + size;
    }
    at += 1;
    parts.push({ head, blocks });
  }
  return parts;
}

export function gifFile(parts: readonly GifPart[]): Buffer {
  return Buffer.concat(
    parts.flatMap(({ head, blocks }) =>
      blocks === undefined
        ? [head]
        : [head, ...blocks.flatMap((block) => [Buffer.of(block.length), block]), Buffer.of(0)],
    ),
  );
}

/** Bytes as sub-blocks. */
export function subBlocks(bytes: Buffer): readonly Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / 255) }, (_, index) =>
    bytes.subarray(index * 255, (index + 1) * 255),
  );
}

/** A box of an AVIF: some bytes, and boxes behind them. */
export interface Box {
  readonly type: string;
  readonly head: Buffer;
  readonly boxes: readonly Box[];
}

/** How many bytes stand before the boxes in a box. */
const CONTAINERS: Readonly<Record<string, number>> = {
  meta: 4,
  iprp: 0,
  ipco: 0,
  iinf: 6,
  iref: 4,
  dinf: 0,
  dref: 8,
};

export function avifBoxes(bytes: Buffer): readonly Box[] {
  const found: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const payload = bytes.subarray(at + 8, at + size);
    const head = CONTAINERS[type] ?? payload.length;
    found.push({ type, head: payload.subarray(0, head), boxes: avifBoxes(payload.subarray(head)) });
    at += size;
  }
  return found;
}

export function boxFile(boxes: readonly Box[]): Buffer {
  return Buffer.concat(
    boxes.map(({ type, head, boxes: inner }) => {
      const payload = Buffer.concat([head, boxFile(inner)]);
      const start = Buffer.concat([Buffer.alloc(4), latin(type)]);
      start.writeUInt32BE(payload.length + 8);
      return Buffer.concat([start, payload]);
    }),
  );
}

export const box = (type: string, head: Buffer | string, ...boxes: readonly Box[]): Box => ({
  type,
  head: typeof head === 'string' ? latin(head) : head,
  boxes,
});

/** The boxes with another one of a type, at any depth. */
export function changed(
  boxes: readonly Box[],
  type: string,
  change: (box: Box) => readonly Box[],
): readonly Box[] {
  return boxes.flatMap((each) => {
    const inner = { ...each, boxes: changed(each.boxes, type, change) };
    return each.type === type ? change(inner) : [inner];
  });
}

/** A file of these boxes, in which the data lie where the header says. @param dataAt Where they lay. */
export function avifFile(boxes: readonly Box[], dataAt: number): Buffer {
  const mdat = boxes.findIndex(({ type }) => type === 'mdat');
  const growth = boxFile(boxes.slice(0, mdat)).length + 8 - dataAt;
  return boxFile(changed(boxes, 'iloc', (iloc) => [{ ...iloc, head: moved(iloc.head, growth) }]));
}

/** Where the data of an AVIF begin. */
export function dataOffset(boxes: readonly Box[]): number {
  const mdat = boxes.findIndex(({ type }) => type === 'mdat');
  return boxFile(boxes.slice(0, mdat)).length + 8;
}

function moved(iloc: Buffer, growth: number): Buffer {
  const bytes = Buffer.from(iloc);
  const version = bytes[0] ?? 0;
  const [offsetSize, lengthSize] = [(bytes[4] ?? 0) >> 4, (bytes[4] ?? 0) & 15];
  const [baseSize, indexSize] = [(bytes[5] ?? 0) >> 4, version === 0 ? 0 : (bytes[5] ?? 0) & 15];
  if (offsetSize !== 4 || version > 1 || iloc.length < 8) return bytes; // not of sharp
  let at = 8;
  for (let items = bytes.readUInt16BE(6); items > 0 && at + 16 <= bytes.length; items -= 1) {
    const method = version === 0 ? 0 : bytes.readUInt16BE(at + 2) & 15;
    at += (version === 0 ? 4 : 6) + baseSize;
    const extents = bytes.readUInt16BE(at);
    at += 2;
    for (let extent = 0; extent < extents && at + 8 <= bytes.length; extent += 1) {
      at += indexSize;
      if (method === 0) bytes.writeUInt32BE((bytes.readUInt32BE(at) + growth) >>> 0, at);
      at += offsetSize + lengthSize;
    }
  }
  return bytes;
}
