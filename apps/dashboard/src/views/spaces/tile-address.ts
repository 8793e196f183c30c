import type { FeatureFilters } from '@cairn/client';
import type { WantedCells } from '@cairn/map-style';
import { client } from '../../api/client.ts';

interface Shown {
  readonly filters: FeatureFilters;
  /** Changes with the content, so that no outdated tiles are shown. */
  readonly revision: number;
}

/** The address of tiles with features, and these of their properties. */
export function featureTiles(
  spaceId: string,
  shown: Shown & { readonly properties: readonly string[] },
): string {
  const names = shown.properties.map((name) => `p.${stepOf(name)}`);
  return address(client.tiles.mvt(spaceId, shown.filters), shown, `selection=${['id', ...names].join(',')}`);
}

/** The address of tiles with hexagons, which have counts, and averages of a property. */
export function cellTiles(
  spaceId: string,
  shown: Shown,
  { geometry, property }: WantedCells = { geometry: 'outline' },
): string {
  const points = geometry === 'centre' ? '&clustering.pointmode=true' : '';
  const average = property === undefined ? '' : `&clustering.property=${stepOf(property)}`;
  return address(client.tiles.mvt(spaceId, shown.filters), shown, `clustering=hexbin${points}${average}`);
}

/** A dot would lead into a property. */
const stepOf = (name: string): string => encodeURIComponent(name).replaceAll('.', '%2E');

const address = (tiles: string, { revision }: Shown, query: string): string =>
  `${tiles}${tiles.includes('?') ? '&' : '?'}${query}&v=${revision}`;
