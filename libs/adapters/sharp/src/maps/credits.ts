import type { Canvas, Rgba } from './canvas.js';
import { drawField } from './distance-field.js';
import type { GroundFiles } from './ground-files.js';
import { GLYPH_SIZE } from './glyphs.js';
import { cornerOf, lettersOf, shapeText } from './text-shape.js';

/** In pixels of a map. */
const SIZE = 10;
const PADDING = 4;
/** Of what is behind the text. */
const OPACITY = 0.75;
const FONT = 'Noto Sans Regular';
const SPACE = 32;

interface CreditLook {
  readonly text: Rgba;
  readonly behind: Rgba;
  readonly scale: number;
}

/** Writes whom the data are of into the lower right corner, in as many lines as it needs. */
export function drawCredits(
  canvas: Canvas,
  { credits, ground }: { readonly credits: readonly string[]; readonly ground: Pick<GroundFiles, 'glyph'> },
  { text, behind, scale }: CreditLook,
): void {
  const glyphOf = (codePoint: number) =>
    ground.glyph(FONT, codePoint) ?? ground.glyph(FONT, '?'.charCodeAt(0));
  const words = lettersOf(credits.map(plainText).join(' | '), glyphOf) ?? [];
  if (words.length === 0) return;
  const perUnit = (SIZE * scale) / GLYPH_SIZE;
  const padding = PADDING * scale;
  const maxWidth = (canvas.width - 2 * padding) / (SIZE * scale);
  const space = glyphOf(SPACE)?.advance ?? GLYPH_SIZE / 4;
  const { glyphs, box } = shapeText(words, space, { maxWidth, spacing: 0, anchor: 'right', distance: 0 });
  const [right, middle] = [
    canvas.width - padding,
    canvas.height - padding / 2 - ((box.bottom - box.top) / 2) * perUnit,
  ];
  const area = canvas.within({
    left: right + box.left * perUnit - padding,
    top: middle + box.top * perUnit - padding / 2,
    right: canvas.width,
    bottom: canvas.height,
  });
  for (let row = area.top; row < area.bottom; row += 1)
    for (let column = area.left; column < area.right; column += 1) canvas.blend(column, row, behind, OPACITY);
  for (const placed of glyphs) {
    const { field } = placed.glyph;
    const [x, y] = cornerOf(placed);
    const place = { x: right + x * perUnit, y: middle + y * perUnit, scale: perUnit };
    if (field !== undefined) drawField(canvas, field, place, { color: text, halo: 0 });
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The text of HTML. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? '')
    .trim();
