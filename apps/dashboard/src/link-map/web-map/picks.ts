import type { ColorEntry } from '@cairn/map-style';
import type { StyledLayer, StyleOfMap } from '../../map-parts/layer-map.ts';

/** What is selected of a layer: one class, or some categories. */
interface Picked {
  readonly property: string;
  readonly entries: readonly ColorEntry[];
}

const isClass = ({ from, to }: ColorEntry): boolean => from !== undefined || to !== undefined;
const isSame = (one: ColorEntry, other: ColorEntry): boolean =>
  one.value === other.value && one.from === other.from && one.to === other.to;

/** Entries of the legend by which features are filtered: on the map, in the search and in the table alike. */
export class Picks {
  private readonly byLayer = new Map<string, Picked>();

  has(layerId: string, entry: ColorEntry): boolean {
    return this.byLayer.get(layerId)?.entries.some((each) => isSame(each, entry)) ?? false;
  }

  toggle({ id, legend }: StyledLayer, entry: ColorEntry): void {
    const { property } = legend.color;
    if (property === undefined) return;
    const { entries = [] } = this.byLayer.get(id) ?? {};
    const others = entries.filter((each) => !isSame(each, entry) && !isClass(entry));
    const next = this.has(id, entry) ? others : [...others, entry];
    if (next.length === 0) this.byLayer.delete(id);
    else this.byLayer.set(id, { property, entries: next });
  }

  /** The conditions of a layer as the query of its tiles and features has them; empty for none. */
  queryOf(layerId: string): string {
    const picked = this.byLayer.get(layerId);
    if (picked === undefined) return '';
    const { property, entries } = picked;
    // A point would lead into a property.
    const member = `p.${encodeURIComponent(property).replaceAll('.', '%2E')}`;
    const [first] = entries;
    if (first === undefined || !isClass(first))
      return `${member}=${entries.map(({ value }) => encodeURIComponent(valueText(value))).join(',')}`;
    const { from, to } = first;
    return [
      ...(from === undefined ? [] : [`${member}=gte=${from}`]),
      ...(to === undefined ? [] : [`${member}=lt=${to}`]),
    ].join('&');
  }

  /** The style with tiles of what is selected. */
  styled(style: StyleOfMap): StyleOfMap {
    const sources = Object.entries(style.sources).map(([name, source]) => {
      const query = this.queryOf(name.split(':')[0] ?? '');
      if (query === '' || source.type !== 'vector' || source.tiles === undefined) return [name, source];
      const tiles = source.tiles.map((tile) => `${tile}${tile.includes('?') ? '&' : '?'}${query}`);
      return [name, { ...source, tiles }];
    });
    return { ...style, sources: Object.fromEntries(sources) as StyleOfMap['sources'] };
  }
}

/** As the service parses it. Texts are quoted, because they could be read as numbers. */
const valueText = (value: ColorEntry['value']): string =>
  typeof value === 'string' ? `'${value}'` : String(value);
