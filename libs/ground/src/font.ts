/** A file of a font: which characters it has, as CSS's `unicode-range` writes them. */
export interface GroundFontFace {
  /** Below `assets/fonts`. */
  readonly file: string;
  readonly ranges: readonly string[];
}

/** A font by the name that `text-font` of a style has, which is also that of its folder of glyphs below `assets/fonts`. */
export interface GroundFont {
  readonly name: string;
  readonly faces: readonly GroundFontFace[];
}
