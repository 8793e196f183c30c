import type { FeatureFilters } from '@cairn/client';
import { client } from '../../api/client.ts';

interface Shown {
  readonly filters: FeatureFilters;
  /** Changes with the content, so that no outdated tiles are shown. */
  readonly revision: number;
  readonly hasCells: boolean;
}

/**
 * The address of the tiles of a space: features without properties, which the map does not draw, or hexagons with
 * counts.
 */
export function tilesOf(spaceId: string, { filters, revision, hasCells }: Shown): string {
  const drawn = hasCells ? ({ clustering: 'hexbin' } as const) : { selection: ['id'] };
  const address = client.tiles.mvt(spaceId, { ...filters, ...drawn });
  return `${address}${address.includes('?') ? '&' : '?'}v=${revision}`;
}
