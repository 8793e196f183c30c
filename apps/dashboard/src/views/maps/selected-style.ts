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
    const query = [queryOf(layer, shown), `v=${shown.revision}`].filter(Boolean).join('&');
    const tiles = source.tiles.map((address) => `${address}${address.includes('?') ? '&' : '?'}${query}`);
    return [name, { ...source, tiles }];
  });
  return { ...style, sources: Object.fromEntries(sources) as StyleOfMap['sources'] };
}

function queryOf({ id, legend }: StyledLayer, { mapId, picks }: Shown): string {
  const where = conditionOf(legend.color, picks.get(id));
  const params = { id: mapId, layerId: id };
  const address = client.address('GET /api/maps/{id}/layers/{layerId}/features', {
    params,
    query: { where },
  });
  return address.split('?')[1] ?? '';
}
