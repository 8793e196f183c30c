import type { Box } from './canvas.js';
import type { DistanceField, FieldPlace } from './distance-field.js';
import { GLYPH_SIZE, type Glyph } from './glyphs.js';
import { placesAlong } from './line-text.js';
import { cornerOf, lettersOf, shapeText, type Anchor } from './text-shape.js';
import type { PicturePoint } from './viewport.js';

/** A text, and how it is written. */
export interface Lettering {
  readonly text: string;
  readonly glyphOf: (codePoint: number) => Glyph | undefined;
  /** Pixels of a unit of the font. */
  readonly scale: number;
  /** Free around it, in pixels. */
  readonly padding: number;
  readonly maxWidth: number;
  readonly spacing: number;
}

/** Letters in a picture, and what room they take. */
export interface ShapedText {
  readonly letters: readonly { readonly field: DistanceField; readonly place: FieldPlace }[];
  readonly boxes: readonly Box[];
}

const ANCHORS: readonly Anchor[] = ['center', 'top', 'bottom', 'left', 'right'];
const SPACE = 32;

interface AtPoint {
  readonly at: PicturePoint;
  /** Names of anchors, the best first. */
  readonly anchors: readonly string[];
  /** From the point to the text, in sizes of the font. */
  readonly distance: number;
}

/** A text beside a point or on it, for each anchor. Nothing if the font lacks a letter. */
export function layOut(lettering: Lettering, { at, anchors, distance }: AtPoint): readonly ShapedText[] {
  const { text, glyphOf, scale, padding, maxWidth, spacing } = lettering;
  const words = lettersOf(text, glyphOf);
  if (words === undefined) return [];
  const space = glyphOf(SPACE)?.advance ?? GLYPH_SIZE / 4;
  return ANCHORS.filter((anchor) => anchors.includes(anchor))
    .sort((one, other) => anchors.indexOf(one) - anchors.indexOf(other))
    .map((anchor) => {
      const { glyphs, box } = shapeText(words, space, { maxWidth, spacing, anchor, distance });
      const letters = glyphs.flatMap((placed) => {
        const { field } = placed.glyph;
        const [x, y] = cornerOf(placed);
        return field === undefined
          ? []
          : [{ field, place: { x: at.x + x * scale, y: at.y + y * scale, scale } }];
      });
      const taken = {
        left: at.x + box.left * scale - padding,
        top: at.y + box.top * scale - padding,
        right: at.x + box.right * scale + padding,
        bottom: at.y + box.bottom * scale + padding,
      };
      return { letters, boxes: [taken] };
    });
}

/** A text in the middle of a line, that way around in which it can be read. Nothing if there is no room. */
export function layOutAlong(
  { text, glyphOf, scale, padding, spacing }: Lettering,
  { line, length }: { readonly line: readonly PicturePoint[]; readonly length: number },
): readonly ShapedText[] {
  const words = lettersOf(text, glyphOf);
  if (words === undefined) return [];
  const space = glyphOf(SPACE)?.advance ?? GLYPH_SIZE / 4;
  const { glyphs, box } = shapeText(words, space, {
    maxWidth: Infinity,
    spacing,
    anchor: 'center',
    distance: 0,
  });
  const width = (box.right - box.left) * scale;
  if (width > length) return [];
  const [first, last] = [line[0], line.at(-1)];
  const points = first !== undefined && last !== undefined && first.x > last.x ? [...line].reverse() : line;
  const middles = glyphs.map((placed) => length / 2 + (placed.x + placed.glyph.advance / 2) * scale);
  const places = placesAlong(points, middles);
  if (places === undefined) return [];
  const half = (GLYPH_SIZE / 2) * scale + padding;
  const boxes = places.map(({ x, y }) => ({
    left: x - half,
    top: y - half,
    right: x + half,
    bottom: y + half,
  }));
  const letters = glyphs.flatMap((placed, index) => {
    const [{ field, advance }, at] = [placed.glyph, places[index]];
    if (field === undefined || at === undefined) return [];
    const [x, y] = cornerOf(placed);
    const place = { x: at.x + (x - placed.x - advance / 2) * scale, y: at.y + y * scale, scale };
    return [{ field, place: { ...place, turned: at } }];
  });
  return [{ letters, boxes }];
}
