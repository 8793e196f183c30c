import { type CellGrid, openGrid, type Place } from '@cairn/geometry';

/**
 * Counts are kept for parts of the world that lie in one tile of `zoom` and in one hexagon of `resolution`, because the
 * windows of maps have edges along tiles and not along hexagons.
 */
export interface RollupLayer {
  readonly zoom: number;
  readonly resolution: number;
  readonly detail: RollupDetail;
}

/** Every space has coarse counts. Spaces where features are crowded also have fine ones. */
export type RollupDetail = 'coarse' | 'fine';

/**
 * The indexes of the layers are stored. The coarse layers serve hexagons up to zoom 4 of a map, the fine ones up to 9.
 * With fine layers, a space whose features are scattered had a count for nearly every feature, and an import took a
 * quarter longer.
 */
export const ROLLUP_LAYERS: readonly RollupLayer[] = [
  { zoom: 5, resolution: 2, detail: 'coarse' },
  { zoom: 7, resolution: 3, detail: 'coarse' },
  { zoom: 8, resolution: 4, detail: 'fine' },
  { zoom: 10, resolution: 5, detail: 'fine' },
  { zoom: 11, resolution: 6, detail: 'fine' },
];

/** The finest of the coarse layers. Its counts tell whether features are crowded. */
export const CROWD_LAYER = 1;
/**
 * A space gets fine counts if one part of that layer has this many features: reading them takes longer than a map can
 * wait.
 */
export const CROWD = 2_048;

/** Number of features placed in a part of a layer, or its change. */
export interface RollupCount {
  readonly layer: number;
  /** Column and row of the tile. North and south of the map, y is -1 and 2^zoom. */
  readonly x: number;
  readonly y: number;
  /** The index of H3. */
  readonly hex: string;
  readonly count: number;
}

/** A feature that came, went, or moved. */
export interface PlaceChange {
  readonly id: string;
  readonly from: Place | undefined;
  readonly to: Place | undefined;
}

/** Column and row, as `RollupCount` has them. */
export function rollupTile([longitude, latitude]: Place, zoom: number): readonly [x: number, y: number] {
  const size = 2 ** zoom;
  const x = Math.floor(((longitude + 180) / 360) * size);
  const y = Math.floor(mercatorDown(latitude) * size);
  return [Math.max(0, Math.min(size - 1, x)), Math.max(-1, Math.min(size, y))];
}

/** How far down a map of Web Mercator a latitude is: 0 at its northern edge, 1 at its southern. */
export function mercatorDown(latitude: number): number {
  return 0.5 - Math.atanh(Math.sin((latitude * Math.PI) / 180)) / (2 * Math.PI);
}

/** The hexagons of the layers. H3 is loaded when it is first asked for. */
export async function openRollupGrids(): Promise<readonly CellGrid[]> {
  return await Promise.all(ROLLUP_LAYERS.map(({ resolution }) => openGrid({ kind: 'hexbin', resolution })));
}

/** Sums up the changes of counts that moved places cause. */
export class RollupChange {
  private readonly counts = new Map<string, { part: Omit<RollupCount, 'count'>; count: number }>();

  /** The grids are those that `openRollupGrids` gives. */
  constructor(
    private readonly grids: readonly CellGrid[],
    private readonly detail: RollupDetail,
  ) {}

  add({ from, to }: Omit<PlaceChange, 'id'>): void {
    if (from !== undefined && to !== undefined && from[0] === to[0] && from[1] === to[1]) return;
    if (from !== undefined) this.count(from, -1);
    if (to !== undefined) this.count(to, 1);
  }

  /** The counts that change, in the order of layer, x, y and hex. */
  total(): readonly RollupCount[] {
    const changed = [...this.counts.values()].filter(({ count }) => count !== 0);
    return changed
      .map(({ part, count }) => ({ ...part, count }))
      .sort((a, b) => a.layer - b.layer || a.x - b.x || a.y - b.y || (a.hex < b.hex ? -1 : 1));
  }

  private count(place: Place, by: 1 | -1): void {
    for (const [layer, { zoom, detail }] of ROLLUP_LAYERS.entries()) {
      if (detail !== this.detail) continue;
      const [x, y] = rollupTile(place, zoom);
      const hex = this.grids[layer]?.cellAt(place) ?? '';
      const key = `${layer} ${x} ${y} ${hex}`;
      const known = this.counts.get(key);
      if (known !== undefined) known.count += by;
      else this.counts.set(key, { part: { layer, x, y, hex }, count: by });
    }
  }
}
