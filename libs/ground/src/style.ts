import { GROUND_SOURCE } from './layer.js';
import type { GroundLayer, GroundLook } from './layer.js';
import { groundLayers } from './layers.js';
import { GROUND_FONTS } from './recorded.js';
import { GROUND_ATTRIBUTION, GROUND_ZOOMS } from './tiles.js';

/** Where the assets are served. MapLibre asks for whole addresses, with `https://` and host. */
export interface GroundStyleOptions extends GroundLook {
  /** With `{z}`, `{x}`, `{y}`. */
  readonly tilesUrl: string;
  /** With `{fontstack}` and `{range}`. */
  readonly glyphsUrl: string;
  /** Of `sprite`, without an ending: MapLibre adds `@2x`, `.json` and `.png`, before the query. */
  readonly spriteUrl: string;
  /** With `{file}`, a file of `assets/fonts`. With it, text has the same font for all characters that the files have. */
  readonly fontsUrl?: string;
}

/** A style as MapLibre takes it. */
export interface GroundStyle {
  readonly version: 8;
  readonly name: string;
  readonly glyphs: string;
  readonly sprite: string;
  readonly 'font-faces'?: Readonly<
    Record<string, readonly { readonly url: string; readonly 'unicode-range': readonly string[] }[]>
  >;
  readonly sources: Readonly<
    Record<
      string,
      {
        readonly type: 'vector';
        readonly tiles: readonly string[];
        readonly minzoom: number;
        readonly maxzoom: number;
        readonly attribution: string;
      }
    >
  >;
  readonly layers: readonly GroundLayer[];
}

const fontFaces = (fontsUrl: string): NonNullable<GroundStyle['font-faces']> =>
  Object.fromEntries(
    GROUND_FONTS.map(({ name, faces }) => [
      name,
      faces.map(({ file, ranges }) => ({
        url: fontsUrl.replace('{file}', () => encodeURIComponent(file)),
        'unicode-range': ranges,
      })),
    ]),
  );

/** The style of the ground alone. For a map with data, put its layers between the parts that `groundLayers` gives. */
export function groundStyle({
  tilesUrl,
  glyphsUrl,
  spriteUrl,
  fontsUrl,
  ...look
}: GroundStyleOptions): GroundStyle {
  const { below, above } = groundLayers(look);
  return {
    version: 8,
    name: 'Ground',
    glyphs: glyphsUrl,
    sprite: spriteUrl,
    ...(fontsUrl === undefined ? {} : { 'font-faces': fontFaces(fontsUrl) }),
    sources: {
      [GROUND_SOURCE]: {
        type: 'vector',
        tiles: [tilesUrl],
        minzoom: GROUND_ZOOMS.min,
        maxzoom: GROUND_ZOOMS.max,
        attribution: GROUND_ATTRIBUTION,
      },
    },
    layers: [...below, ...above],
  };
}
