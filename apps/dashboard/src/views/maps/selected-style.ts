import type { FeatureFilters } from '@cairn/client';
import { client } from '../../api/client.ts';
import type { StyledLayer, StyleOfMap } from '../../map-parts/layer-map.ts';
import { conditionOf, type MapSelection } from './map-selection.ts';

interface Shown {
  readonly mapId: string;
  readonly picks: MapSelection['picks'];
  /** Changes with the content, so that no outdated tiles are shown. */
  readonly revision: number;
}

/** The style of a map, with tiles of the features that are selected. */
export function selectedStyle(style: StyleOfMap, shown: Shown): StyleOfMap {
  const layers = style.metadata['cairn:layers'];
  const sources = Object.entries(style.sources).map(([name, source]) => {
    const layer = layers.find(({ id }) => name.startsWith(`${id}:`));
    if (layer === undefined || source.type !== 'vector' || source.tiles === undefined) return [name, source];
    const query = queryOf(layer, shown);
    const tiles = source.tiles.map((address) => {
      const selected = query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`;
      return `${selected}#${shown.revision}`; // only the map sees it
    });
    return [name, { ...source, tiles }];
  });
  return { ...style, sources: Object.fromEntries(sources) as StyleOfMap['sources'] };
}

/** Which features of a layer are selected. */
export function rowsOf({ id, legend }: StyledLayer, picks: MapSelection['picks']): FeatureFilters {
  const where = conditionOf(legend.color, picks.get(id));
  return where === undefined ? {} : { where };
}

function queryOf(layer: StyledLayer, { mapId, picks }: Shown): string {
  const params = { id: mapId, layerId: layer.id };
  const query = rowsOf(layer, picks);
  return (
    client.address('GET /api/maps/{id}/layers/{layerId}/features', { params, query }).split('?')[1] ?? ''
  );
}
