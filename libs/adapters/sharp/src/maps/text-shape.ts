import { GLYPH_MARGIN, GLYPH_SIZE, type Glyph } from './glyphs.js';
import type { Box } from './canvas.js';

/** A letter at its place, in units of the font: 24 are its size. */
export interface PlacedGlyph {
  readonly glyph: Glyph;
  readonly x: number;
  readonly y: number;
}

/** A text around its anchor. */
export interface TextShape {
  readonly glyphs: readonly PlacedGlyph[];
  readonly box: Box;
}

/** How lines are laid out. */
export interface TextLayout {
  /** Widest line, in sizes of the font. */
  readonly maxWidth: number;
  /** Between letters, in sizes of the font. */
  readonly spacing: number;
  readonly anchor: Anchor;
  /** From the anchor to the text, in sizes of the font. */
  readonly distance: number;
}

export type Anchor = 'center' | 'top' | 'bottom' | 'left' | 'right';

/** Of letters in the files: where the first line is above its middle. */
const FIRST_LINE = -17;
const LINE = 1.2 * GLYPH_SIZE;
/** From the middle of a line to where texts above or below stand. */
const BASELINE = 7;

/** The part of a text before its anchor. */
const BEFORE: Readonly<Record<Anchor, readonly [across: number, down: number]>> = {
  center: [0.5, 0.5],
  top: [0.5, 0],
  bottom: [0.5, 1],
  left: [0, 0.5],
  right: [1, 0.5],
};

/** The letters of a text; `undefined` if the font lacks one. */
export function lettersOf(
  text: string,
  glyphOf: (codePoint: number) => Glyph | undefined,
): readonly (readonly Glyph[])[] | undefined {
  const words: Glyph[][] = [[]];
  for (const character of text.normalize('NFC')) {
    if (/\s/.test(character)) {
      words.push([]);
      continue;
    }
    const glyph = glyphOf(character.codePointAt(0) ?? 0);
    if (glyph === undefined) return undefined;
    words.at(-1)?.push(glyph);
  }
  return words.filter((word) => word.length > 0);
}

/** Lays words out in lines. */
export function shapeText(
  words: readonly (readonly Glyph[])[],
  space: number,
  layout: TextLayout,
): TextShape {
  const spacing = layout.spacing * GLYPH_SIZE;
  const widthOf = (word: readonly Glyph[]): number =>
    word.reduce((width, { advance }) => width + advance + spacing, 0);
  const lines = linesOf(
    words.map((word) => ({ word, width: widthOf(word) })),
    { space, layout },
  );
  const [across, down] = BEFORE[layout.anchor];
  const distance = layout.distance * GLYPH_SIZE;
  const [moveX, moveY] = moved(layout.anchor, distance);
  const widest = Math.max(0, ...lines.map(({ width }) => width));
  const top = moveY + (-down * lines.length + 0.5) * LINE;
  const glyphs = lines.flatMap(({ words: inLine, width }, row) => {
    let x = moveX - across * widest + (widest - width) * across;
    const y = top + FIRST_LINE + row * LINE;
    return inLine.flatMap((word, index) => {
      if (index > 0) x += space + spacing;
      return word.map((glyph) => {
        const placed = { glyph, x, y };
        x += glyph.advance + spacing;
        return placed;
      });
    });
  });
  const left = moveX - across * widest;
  const above = top - LINE / 2;
  return { glyphs, box: { left, top: above, right: left + widest, bottom: above + lines.length * LINE } };
}

/** Where the corner of a letter's field is. */
export const cornerOf = ({ glyph, x, y }: PlacedGlyph): readonly [x: number, y: number] => [
  x + glyph.left - GLYPH_MARGIN,
  y - glyph.top - GLYPH_MARGIN,
];

function moved(anchor: Anchor, distance: number): readonly [x: number, y: number] {
  switch (anchor) {
    case 'center':
      return [0, 0];
    case 'top':
      return [0, distance - BASELINE];
    case 'bottom':
      return [0, BASELINE - distance];
    case 'left':
      return [distance, 0];
    case 'right':
      return [-distance, 0];
  }
}

interface Measured {
  readonly word: readonly Glyph[];
  readonly width: number;
}

interface Line {
  readonly words: readonly (readonly Glyph[])[];
  readonly width: number;
}

/** As many lines as are needed, about equally long. */
function linesOf(
  words: readonly Measured[],
  { space, layout }: { readonly space: number; readonly layout: TextLayout },
): readonly Line[] {
  const whole = words.reduce((width, word) => width + word.width + space, -space);
  const most = layout.maxWidth * GLYPH_SIZE;
  const wanted = whole / Math.max(1, Math.ceil(whole / most));
  const lines: Line[] = [];
  for (const { word, width } of words) {
    const last = lines.at(-1);
    const longer = (last?.width ?? 0) + space + width;
    // A line ends where it comes nearest to the wanted width.
    if (last !== undefined && longer <= most && longer - wanted <= wanted - last.width)
      lines[lines.length - 1] = { words: [...last.words, word], width: longer };
    else lines.push({ words: [word], width });
  }
  return lines;
}
