/** A file of a font: which characters it has, as CSS's `unicode-range` writes them. */
export interface GroundFontFace {
  /** Below `assets/fonts`. */
  readonly file: string;
  readonly ranges: readonly string[];
}

/** A font by the name that `text-font` of a style has, which is also that of its folder of glyphs below `assets/fonts`. */
export interface GroundFont {
  readonly name: 'Noto Sans Regular' | 'Noto Sans Bold';
  readonly faces: readonly GroundFontFace[];
}

/** The fonts that `assets/fonts` has. */
export const GROUND_FONTS: readonly GroundFont[] = [
  { name: 'Noto Sans Regular', faces: [] },
  { name: 'Noto Sans Bold', faces: [] },
];

/** The ranges of characters that `assets/fonts` has glyphs of, as `{range}` of a style's `glyphs`: Latin, Greek, Cyrillic, punctuation. */
export const GROUND_GLYPH_RANGES: readonly string[] = [
  '0-255',
  '256-511',
  '512-767',
  '768-1023',
  '1024-1279',
  '1280-1535',
  '7680-7935',
  '7936-8191',
  '8192-8447',
  '8448-8703',
];
