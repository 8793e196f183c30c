import type { GroundTheme } from './colors.js';

/** The id of the ground's source in a style. */
export const GROUND_SOURCE = 'ground';

/** A layer of a MapLibre style. What an expression may say, MapLibre's validator knows. */
export interface GroundLayer {
  readonly id: string;
  readonly type: 'background' | 'fill' | 'line' | 'symbol';
  readonly source?: string;
  readonly 'source-layer'?: string;
  readonly minzoom?: number;
  readonly maxzoom?: number;
  readonly filter?: readonly unknown[];
  readonly layout?: Readonly<Record<string, unknown>>;
  readonly paint?: Readonly<Record<string, unknown>>;
}

/** How the ground looks. */
export interface GroundLook {
  readonly theme: GroundTheme;
  /** Of the names of countries, as BCP 47 has it: `de`, `pt-BR`. One that is not known gives English names. */
  readonly language: string;
}

/** A layer of the ground's tiles. */
export const fromTiles = (
  tileLayer: string,
  layer: Omit<GroundLayer, 'source' | 'source-layer'>,
): GroundLayer => ({ ...layer, source: GROUND_SOURCE, 'source-layer': tileLayer });
