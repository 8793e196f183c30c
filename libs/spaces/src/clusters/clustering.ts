import { type Grid, MAX_HEX_RESOLUTION, MAX_QUAD_ZOOM } from '@cairn/geometry';
import type { MemberPath } from '../features/searching/property-filter.js';

/** A member whose numbers are summarized in each cell, and its name there. */
export interface ClusteredProperty {
  readonly name: string;
  readonly path: MemberPath;
}

interface CellSize {
  /** The resolution of H3, or the zoom of the tiles; by default that of the map's zoom. */
  readonly absoluteResolution?: number | undefined;
  /** Added to the resolution. */
  readonly relativeResolution?: number | undefined;
  readonly property?: ClusteredProperty | undefined;
  /** `area` shares a feature out to the cells that its area is in; not together with a property. */
  readonly weighting?: 'area' | undefined;
}

/** Hexagons of H3. */
export interface Hexbin extends CellSize {
  readonly kind: 'hexbin';
  /** How a cell is drawn. */
  readonly geometry: 'outline' | 'centre';
  /** Which position of a geometry counts: the middle of its box, or its first one. */
  readonly position: 'middle' | 'first';
}

/** Tiles of Web Mercator. */
export interface Quadbin extends CellSize {
  readonly kind: 'quadbin';
  /** Whether outlines of neighbours touch. */
  readonly outline: 'apart' | 'touching';
  /** `any`: the count of every cell is 1. */
  readonly count: 'exact' | 'any';
}

export type Clustering = Hexbin | Quadbin;

/** The resolution of H3 for a zoom of a map, from 0 on. */
const RESOLUTIONS = [2, 2, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 11, 12, 13, 13, 13, 13, 13];
/** The space between outlines and the edges of their tiles: a pixel of 256. */
const GAP = 1 / 256;
export const MAX_LEVEL = RESOLUTIONS.length - 1;

/** The cells for a zoom of the map. */
export function gridOf(clustering: Clustering, level: number): Grid {
  const zoom = Math.max(0, Math.min(level, MAX_LEVEL));
  const { kind, absoluteResolution, relativeResolution = 0 } = clustering;
  if (kind === 'quadbin') {
    const tiles = Math.min((absoluteResolution ?? zoom) + relativeResolution, MAX_QUAD_ZOOM);
    return { kind, zoom: tiles, gap: clustering.outline === 'apart' ? GAP : 0 };
  }
  const wanted = (absoluteResolution ?? RESOLUTIONS[zoom] ?? MAX_HEX_RESOLUTION) + relativeResolution;
  return { kind, resolution: Math.max(0, Math.min(wanted, MAX_HEX_RESOLUTION)) };
}

/** The zoom at which an area of this width in degrees is about as wide as a tile. */
export function levelOfWidth(degrees: number): number {
  const zoom = Math.round(Math.log2(360 / degrees));
  return Math.max(0, Math.min(zoom, MAX_LEVEL));
}
