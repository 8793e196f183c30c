import { featureQuery } from '@cairn/client';
import type { ColorEntry } from '@cairn/map-style';
import type { StyledLayer, StyleOfMap } from '../../map-parts/layer-map.ts';
import { conditionOf, keyOf, withPicked, type MapSelection } from '../../views/maps/map-selection.ts';

/** Entries of the legend by which features are filtered: on the map, in the search and in the table alike. */
export class Picks {
  private selection: MapSelection = { toggled: new Map(), picks: new Map() };

  has(layerId: string, entry: ColorEntry): boolean {
    return this.selection.picks.get(layerId)?.includes(keyOf(entry)) ?? false;
  }

  toggle({ id, legend }: StyledLayer, entry: ColorEntry): void {
    this.selection = withPicked(this.selection, { id, by: legend.color.by }, entry);
  }

  /** The conditions of a layer as the query of its tiles and features has them; empty for none. */
  queryOf({ id, legend }: StyledLayer): string {
    const where = conditionOf(legend.color, this.selection.picks.get(id));
    return where === undefined ? '' : featureQuery({ where });
  }

  /** The style with tiles of what is selected. */
  styled(style: StyleOfMap): StyleOfMap {
    const layers = style.metadata['cairn:layers'];
    const sources = Object.entries(style.sources).map(([name, source]) => {
      const layer = layers.find(({ id }) => name.startsWith(`${id}:`));
      const query = layer === undefined ? '' : this.queryOf(layer);
      if (query === '' || source.type !== 'vector' || source.tiles === undefined) return [name, source];
      const tiles = source.tiles.map((tile) => `${tile}${tile.includes('?') ? '&' : '?'}${query}`);
      return [name, { ...source, tiles }];
    });
    return { ...style, sources: Object.fromEntries(sources) as StyleOfMap['sources'] };
  }
}
