import { PbfReader } from 'pbf';
import type { DistanceField } from './distance-field.js';

/** A letter of a font, at a size of 24 pixels. */
export interface Glyph {
  /** With a margin of `GLYPH_MARGIN`; absent of a space. */
  readonly field: DistanceField | undefined;
  /** From the place of the letter to its left edge, and to its upper one upwards. */
  readonly left: number;
  readonly top: number;
  /** To the place of the next letter. */
  readonly advance: number;
}

/** Around each letter. */
export const GLYPH_MARGIN = 3;
/** The size that the letters of the files have. */
export const GLYPH_SIZE = 24;

/** Numbers of fields of `glyphs.proto`, the format of MapLibre's fonts. */
const STACKS = 1;
const GLYPHS = 3;
const FIELD = { id: 1, bitmap: 2, width: 3, height: 4, left: 5, top: 6, advance: 7 } as const;

/** The letters of a file, by their code points. */
export function readGlyphs(bytes: Uint8Array): ReadonlyMap<number, Glyph> {
  const glyphs = new Map<number, Glyph>();
  new PbfReader(bytes).readFields((tag, _, pbf) => {
    if (tag === STACKS) pbf.readMessage(readStack, glyphs);
  }, undefined);
  return glyphs;
}

interface ReadGlyph {
  id: number;
  bitmap: Uint8Array;
  width: number;
  height: number;
  left: number;
  top: number;
  advance: number;
}

const NO_GLYPH: ReadGlyph = {
  id: 0,
  bitmap: new Uint8Array(),
  width: 0,
  height: 0,
  left: 0,
  top: 0,
  advance: 0,
};

function readStack(tag: number, glyphs: Map<number, Glyph>, pbf: PbfReader): void {
  if (tag !== GLYPHS) return;
  const read: ReadGlyph = { ...NO_GLYPH };
  pbf.readMessage((field, glyph, message) => {
    if (field === FIELD.id) glyph.id = message.readVarint();
    else if (field === FIELD.bitmap) glyph.bitmap = message.readBytes();
    else if (field === FIELD.width) glyph.width = message.readVarint();
    else if (field === FIELD.height) glyph.height = message.readVarint();
    else if (field === FIELD.left) glyph.left = message.readSVarint();
    else if (field === FIELD.top) glyph.top = message.readSVarint();
    else if (field === FIELD.advance) glyph.advance = message.readVarint();
  }, read);
  const { id, bitmap, left, top, advance } = read;
  const [width, height] = [read.width + 2 * GLYPH_MARGIN, read.height + 2 * GLYPH_MARGIN];
  const isDrawn = bitmap.length === width * height;
  const field = isDrawn ? { data: bitmap, offset: 0, stride: width, width, height, fineness: 1 } : undefined;
  glyphs.set(id, { field, left, top, advance });
}
