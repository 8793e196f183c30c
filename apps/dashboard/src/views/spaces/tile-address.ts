import type { FeatureFilters } from '@cairn/client';
import { client } from '../../api/client.ts';

interface Shown {
  readonly filters: FeatureFilters;
  /** Another one for other content, so that no old tiles are shown. */
  readonly revision: number;
  readonly hasCells: boolean;
}

/** The address of the tiles of a space: its features, of which the map draws no property, or hexagons that say how many there are. */
export function tilesOf(spaceId: string, { filters, revision, hasCells }: Shown): string {
  const drawn = hasCells ? ({ clustering: 'hexbin' } as const) : { selection: ['id'] };
  const address = client.tiles.mvt(spaceId, { ...filters, ...drawn });
  return `${address}${address.includes('?') ? '&' : '?'}v=${revision}`;
}
