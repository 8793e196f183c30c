import { describe, expect, it } from '@jest/globals';
import { GroundFiles } from './ground-files.js';
import { placesAlong } from './line-text.js';
import { lettersOf, shapeText, type Anchor } from './text-shape.js';
import { plainText } from './credits.js';

const files = new GroundFiles();
const glyphOf = (codePoint: number) => files.glyph('Noto Sans Regular', codePoint);
const shape = (text: string, given: { readonly maxWidth?: number; readonly anchor?: Anchor } = {}) =>
  shapeText(lettersOf(text, glyphOf) ?? [], 6, {
    maxWidth: 10,
    spacing: 0,
    anchor: 'center',
    distance: 1,
    ...given,
  });

describe('a shaped text', () => {
  it('is around its anchor, or beside it', () => {
    const { left, right, top, bottom } = shape('Oslo').box;
    expect([left + right, top + bottom]).toEqual([0, 0]);
    expect(shape('Oslo', { anchor: 'left' }).box.left).toBe(24);
    expect(shape('Oslo', { anchor: 'right' }).box.right).toBe(-24);
    expect(shape('Oslo', { anchor: 'top' }).box.top).toBeGreaterThan(0);
    expect(shape('Oslo', { anchor: 'bottom' }).box.bottom).toBeLessThan(0);
  });

  it('has as many lines as it needs, about equally long', () => {
    const linesIn = (text: string, maxWidth: number) =>
      new Set(shape(text, { maxWidth }).glyphs.map(({ y }) => y)).size;
    expect([linesIn('Frankfurt am Main', 20), linesIn('Frankfurt am Main', 8)]).toEqual([1, 2]);
    expect(linesIn('Frankfurt', 2)).toBe(1);
  });

  it('has a letter with an accent in either form, and is nothing without one of its letters', () => {
    expect(lettersOf('e\u0301', glyphOf)).toEqual(lettersOf('é', glyphOf));
    expect(lettersOf('Tokyo 東京', glyphOf)).toBeUndefined();
  });
});

describe('a place along a line', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
    { x: 20, y: 3 },
    { x: 20, y: 30 },
  ];

  it('is so far from its beginning, in its direction', () => {
    expect(placesAlong(line, [5])).toEqual([{ x: 5, y: 0, angle: 0 }]);
    expect(placesAlong(line, [5, 15])?.[1]?.angle).toBeCloseTo(0.291, 3);
  });

  it('is not behind its end, nor behind a sharp bend', () => {
    expect(placesAlong(line, [60])).toBeUndefined();
    expect(placesAlong(line, [5, 25])).toBeUndefined();
  });
});

describe('plainText', () => {
  it('is the text of HTML', () => {
    expect(plainText('<a href="https://x.y/?a&amp;b">© A &amp; B</a>')).toBe('© A & B');
  });
});
