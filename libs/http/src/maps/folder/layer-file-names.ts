import type { LayerTile } from '@cairn/maps';

const MAX_LENGTH = 40;

/** What is left of a title in the names of files and addresses, on every system: `Hütten (2026)` becomes `hutten-2026`. */
const plain = (title: string): string =>
  title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
    .trim()
    .replaceAll(' ', '-');

/** The names of the files of a layer. The number makes them different, also where a system ignores case. */
export class LayerFileNames {
  private readonly stem: string;

  /** @param index Of the layer in its map, from 0. */
  constructor(index: number, title: string) {
    const name = plain(title);
    this.stem = `layers/${index + 1}${name === '' ? '' : `-${name}`}`;
  }

  get geoJson(): string {
    return `${this.stem}.geojson`;
  }

  tiles(of: LayerTile['of']): string {
    return `${this.stem}${of === 'cells' ? '.cells' : ''}.pmtiles`;
  }
}
