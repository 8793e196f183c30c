import fc from 'fast-check';
import {
  avifBoxes,
  avifFile,
  box,
  dataOffset,
  gifFile,
  gifParts,
  jpegFile,
  jpegParts,
  pngChunks,
  pngFile,
  riff,
  riffChunks,
  stored,
  webpChunks,
  webpFile,
  type Box,
  type Chunk,
  type GifPart,
  type JpegPart,
} from './containers.spec.kit.js';
import { MARKER } from './served.spec.kit.js';

/** Random numbers of a mutation, each of 32 bits. */
export type Choices = readonly number[];

/** Draws one choice after another. */
export class Dice {
  /** What was done. */
  readonly notes: unknown[] = [];
  private at = 0;

  constructor(private readonly choices: Choices) {}

  below(limit: number): number {
    const value = this.choices[this.at % this.choices.length] ?? 0;
    this.at += 1;
    return value % Math.max(1, limit);
  }

  of<T>(values: readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to choose from.');
    return value;
  }

  note(...notes: readonly unknown[]): void {
    this.notes.push(
      ...notes.map((note) => (note instanceof Uint8Array ? Buffer.from(note).toString('latin1') : note)),
    );
  }

  /** The marker, with bytes around it that structures may take for something. */
  stray(): Buffer {
    const around = [
      Buffer.alloc(0),
      Buffer.alloc(this.below(5)),
      Buffer.from('\0\0\0\0'),
      Buffer.from('\x02\0\0\0\0\x01'),
      Buffer.from('ICC_PROFILE\0\x01\x01'),
      Buffer.from('Adobe\0\x64\0\0\0\0\x01'),
      Buffer.from('en\0'),
      Buffer.from('NETSCAPE2.0'),
    ];
    return Buffer.concat([this.of(around), MARKER, this.of(around.slice(0, 3))]);
  }
}

export const choices: fc.Arbitrary<Choices> = fc.array(fc.nat(2 ** 31 - 1), { minLength: 8, maxLength: 8 });

/** Puts the marker somewhere into a file, and notes where. */
export type Mutation = (bytes: Buffer, dice: Dice) => Buffer;

const letters = (dice: Dice): string =>
  Array.from({ length: 4 }, () => String.fromCharCode(dice.of([65, 97]) + dice.below(26))).join('');

const jpeg: Mutation = (bytes, dice) => {
  const parts = jpegParts(bytes);
  const stray = dice.stray();
  const at = 1 + dice.below(parts.length);
  const part = parts[at];
  const way = dice.below(4);
  dice.note({ way, at, part: part !== undefined && 'marker' in part ? part.marker : 'raw' });
  if (way === 0) return jpegFile(parts.toSpliced(at, 0, { raw: stray }));
  if (way === 1 && part !== undefined && 'marker' in part)
    return jpegFile(parts.with(at, { ...part, payload: Buffer.concat([part.payload, stray]) }));
  if (way === 2 && part !== undefined && 'raw' in part) {
    const cut = dice.below(part.raw.length + 1);
    return jpegFile(
      parts.with(at, { raw: Buffer.concat([part.raw.subarray(0, cut), stray, part.raw.subarray(cut)]) }),
    );
  }
  const known = [
    0xc4, 0xcc, 0xda, 0xdb, 0xdc, 0xdd, 0xde, 0xdf, 0xe0, 0xe1, 0xe2, 0xee, 0xfe, 0x01, 0xd0, 0xc8, 0xf0,
  ];
  const marker = dice.below(3) === 0 ? 1 + dice.below(0xfe) : dice.of(known);
  const table = Buffer.concat([
    Buffer.of(dice.below(4)),
    Buffer.concat([stray, stray, stray]).subarray(0, 64),
  ]);
  dice.note({ marker });
  const added: JpegPart = { marker, payload: marker === 0xdb ? table : stray };
  return jpegFile(parts.toSpliced(at, 0, added));
};

const PNG_TYPES =
  'PLTE IDAT tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs hIST sPLT acTL fcTL fdAT sTER eXIf tEXt zTXt iTXt tIME IEND'.split(
    ' ',
  );

const png: Mutation = (bytes, dice) => {
  const chunks = pngChunks(bytes);
  const stray = dice.stray();
  const at = 1 + dice.below(chunks.length);
  const chunk = chunks[at];
  const way = dice.below(3);
  dice.note({ way, at }, chunk?.type);
  if (way === 0 && chunk !== undefined)
    return pngFile(chunks.with(at, { ...chunk, data: Buffer.concat([chunk.data, stray]) }));
  const data = dice.of([
    stray,
    Buffer.concat([Buffer.from('icc\0\0'), stored(stray)]),
    stray.subarray(0, 32),
  ]);
  const type = dice.below(4) === 0 ? letters(dice) : dice.of(PNG_TYPES);
  dice.note({ type }, data);
  return pngFile(chunks.toSpliced(at, 0, { type, data }));
};

const WEBP_TYPES = ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP', 'EXIF', 'XMP ', 'C2PA'];

const webp: Mutation = (bytes, dice) => {
  const chunks = webpChunks(bytes);
  const at = dice.below(chunks.length + 1);
  const frame = chunks[at];
  if (frame?.type === 'ANMF' && dice.below(2) === 0) {
    const inner = withStray(riffChunks(frame.data.subarray(16)), dice);
    return webpFile(
      chunks.with(at, { ...frame, data: Buffer.concat([frame.data.subarray(0, 16), riff(inner)]) }),
    );
  }
  return webpFile(withStray(chunks, dice));
};

function withStray(chunks: readonly Chunk[], dice: Dice): readonly Chunk[] {
  const stray = dice.stray();
  const at = dice.below(chunks.length + 1);
  const chunk = chunks[at];
  dice.note({ at }, chunk?.type);
  if (chunk !== undefined && dice.below(2) === 0)
    return chunks.with(at, { ...chunk, data: Buffer.concat([chunk.data, stray]) });
  const type = dice.below(4) === 0 ? letters(dice) : dice.of(WEBP_TYPES);
  dice.note({ type });
  return chunks.toSpliced(at, 0, { type, data: stray });
}

const gif: Mutation = (bytes, dice) => {
  const parts = gifParts(bytes);
  const stray = dice.stray();
  const at = 2 + dice.below(parts.length - 1);
  const { head, blocks } = parts[at] ?? {};
  dice.note({ at }, head, stray);
  if (head !== undefined && blocks !== undefined && dice.below(2) === 0) {
    const place = dice.below(blocks.length + 1);
    const block = blocks[place];
    const changed =
      block !== undefined && block.length + stray.length < 256 && dice.below(2) === 0
        ? blocks.with(place, Buffer.concat([block, stray]))
        : blocks.toSpliced(place, 0, stray);
    return gifFile(parts.with(at, { head, blocks: changed }));
  }
  const label = dice.of([0x01, 0xf9, 0xfe, 0xff, dice.below(256)]);
  const names = [stray, Buffer.from('NETSCAPE2.0'), Buffer.from('ICCRGBG1012'), Buffer.from('XMP DataXMP')];
  dice.note({ label });
  const added: GifPart = { head: Buffer.of(0x21, label), blocks: [dice.of(names), stray] };
  return gifFile(parts.toSpliced(at, 0, added));
};

const BOX_TYPES =
  'free skip uuid moov mdat meta hdlr pitm iloc iinf infe iref iprp ipco ipma idat dinf dref grpl ispe pixi colr av1C auxC irot imir clap pasp clli mdcv udes altt crtt auxl dimg cdsc thmb'.split(
    ' ',
  );

const avif: Mutation = (bytes, dice) => {
  const boxes = avifBoxes(bytes);
  const stray = dice.stray();
  const type = dice.below(4) === 0 ? letters(dice) : dice.of(BOX_TYPES);
  const places = countPlaces(boxes);
  const place = dice.below(places);
  const added = box(type, stray);
  const way = dice.below(2);
  let at = 0;
  const mutated = (each: readonly Box[]): readonly Box[] => {
    const found: Box[] = [];
    for (const one of each) {
      const inner: Box = { ...one, boxes: mutated(one.boxes) };
      const isHere = at === place;
      at += 1;
      if (isHere) dice.note({ way, type }, one.type, stray);
      if (isHere && way === 0 && one.boxes.length === 0)
        found.push({ ...inner, head: Buffer.concat([one.head, stray]) });
      else found.push(inner, ...(isHere ? [added] : []));
    }
    return found;
  };
  return avifFile(mutated(boxes), dataOffset(boxes));
};

const countPlaces = (boxes: readonly Box[]): number =>
  boxes.reduce((count, { boxes: inner }) => count + 1 + countPlaces(inner), 0);

/** By the beginnings of the names of files. */
export const mutations: readonly (readonly [name: RegExp, mutation: Mutation])[] = [
  [/jpeg|progressive|block/i, jpeg],
  [/png/i, png],
  [/webp|lossless|^transparent$/i, webp],
  [/gif/i, gif],
  [/avif/i, avif],
];
