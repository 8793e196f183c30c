import type { GroundTheme } from './colors.js';

/** A layer of a MapLibre style: its validator is what vouches for the expressions. */
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
