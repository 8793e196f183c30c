import { validateStyleMin, type StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { EMPTY_HEAD, type MapDescription, type MapShape } from '@cairn/spaces';
import type { LayerStyle } from '@cairn/map-style';
import type { MapLayer } from '@cairn/maps';
import { describe, expect, it } from '@jest/globals';
import { groundStyleAt } from '../ground/ground-style-at.js';
import { styleOf } from './map-style.js';
import { tileJsonOf } from './tile-json.js';

const space = {
  id: 'huts',
  title: 'Huts',
  description: '',
  owner: 'me',
  storageId: 'memory',
  createdAt: 1,
  updatedAt: 1,
  contentUpdatedAt: 1,
  settings: {},
};
const tileJson = 'https://example.org/tiles/huts.json?clustering=hexbin';
const ground = groundStyleAt('https://example.org', { theme: 'light', language: 'en' });
const map = (given: Partial<MapDescription> = {}): MapDescription => ({
  space,
  head: EMPTY_HEAD,
  bounds: [10, 46, 12, 48],
  minZoom: 0,
  maxZoom: 16,
  shapes: ['polygon', 'line', 'point'],
  fields: [{ name: 'id', type: 'string' }],
  ...given,
});

describe('the style of a space', () => {
  it.each<{ readonly shapes: readonly MapShape[]; readonly layers: readonly string[] }>([
    { shapes: ['point'], layers: ['points'] },
    { shapes: ['line'], layers: ['line-outlines', 'lines'] },
    { shapes: ['polygon'], layers: ['areas', 'outlines'] },
    {
      shapes: ['polygon', 'line', 'point'],
      layers: ['areas', 'outlines', 'line-outlines', 'lines', 'points'],
    },
  ])('is valid, and shows $shapes', ({ shapes, layers }) => {
    const style = styleOf(map({ shapes }), { tileJson, ground, shown: { layers: [] } });
    expect(validateStyleMin(style as StyleSpecification)).toEqual([]);
    expect(style.layers.map(({ id }) => id)).toEqual(['background', ...layers]);
    expect(new Set(style.layers.slice(1).map((layer) => layer['source-layer']))).toEqual(new Set(['huts']));
  });
});

describe('the style of a space with a default map', () => {
  const layer = { id: 'all', title: 'All', space: 'huts', visible: true };
  const green: LayerStyle = { color: { by: 'one', color: '#00aa00' } };
  const shownBy = (...layers: readonly MapLayer[]) => {
    const view = { longitude: 8, latitude: 47, zoom: 5 };
    const style = styleOf(map({ shapes: ['point'] }), { tileJson, ground, shown: { layers, view } });
    expect(validateStyleMin(style as StyleSpecification)).toEqual([]);
    expect([style.center, style.zoom]).toEqual([[8, 47], 5]);
    return style;
  };

  it('looks as the map does, with letters for its labels', () => {
    const { layers, glyphs } = shownBy({ ...layer, style: { ...green, label: { property: 'name' } } });
    expect(layers.map(({ id }) => id)).toEqual(['background', 'points', 'labels']);
    expect(layers[1]?.paint?.['circle-color']).toBe('#00aa00');
    expect(glyphs).toBe(ground.glyphs);
  });

  it('has the layers that show all of the space, since its tiles have no others', () => {
    const filter = { kind: 'compare', path: ['id'], operator: 'equals', values: ['a'] } as const;
    const { layers, glyphs } = shownBy(
      { ...layer, style: green },
      { ...layer, id: 'again', style: green },
      { ...layer, id: 'some', style: green, filter },
      { ...layer, id: 'others', style: green, space: 'lakes' },
      { ...layer, id: 'cells', style: { ...green, drawAs: 'hexagons' } },
    );
    expect(layers.map(({ id }) => id)).toEqual(['background', 'all:points', 'again:points']);
    expect(glyphs).toBeUndefined();
  });
});

it('a style of cells is valid, and shows them whatever the space has', () => {
  for (const clustering of [
    { kind: 'quadbin', count: 'exact', outline: 'apart' } as const,
    {
      ...({ kind: 'hexbin', geometry: 'outline', position: 'middle' } as const),
      property: { name: 'beds', path: ['properties', 'beds'] },
    },
  ]) {
    const style = styleOf(map({ shapes: ['point'] }), {
      tileJson,
      clustering,
      ground,
      shown: { layers: [] },
    });
    expect(validateStyleMin(style as StyleSpecification)).toEqual([]);
    expect(style.layers.map(({ id }) => id)).toEqual(['background', 'cells', 'places']);
  }
});

describe('the TileJSON of a space', () => {
  const address = 'https://example.org/tiles/huts/{z}/{x}/{y}.mvt';

  it('has bounds that a map may rely on, and begins where the space is seen', () => {
    const shown = (bounds: MapDescription['bounds'], given: Partial<MapDescription> = {}) => {
      const { bounds: box, center } = tileJsonOf(map({ ...given, bounds }), { address });
      return [box, center];
    };
    expect(shown([10, 46, 12, 48])).toEqual([[9.9999, 45.9999, 12.0001, 48.0001], [11, 47, 6]]); // prettier-ignore
    expect(shown([0, 0, 0, 0])).toEqual([[-0.0001, -0.0001, 0.0001, 0.0001], [0, 0, 14]]); // prettier-ignore
    expect(shown(undefined)).toEqual([[-180, -85.0511, 180, 85.0511], [0, 0, 0]]); // prettier-ignore
    const head = { ...EMPTY_HEAD, summary: { ...EMPTY_HEAD.summary, emptyMiddle: [-178, 177] as const } };
    expect(shown([-180, -20, 180, -16], { head })).toEqual([[-180, -20.0001, 180, -15.9999], [179.5, -18, 5]]); // prettier-ignore
    expect(shown([0, 0, 0, 0], { maxZoom: 8 })[1]).toEqual([0, 0, 8]);
    expect(shown(undefined, { minZoom: 5 })[1]).toEqual([0, 0, 5]);
  });

  it('names who holds the rights, as text for HTML', () => {
    const settings = { copyright: [{ label: '© "A" & <b>' }, { alt: 'x' }], license: 'ODbL-1.0' } as const;
    expect(tileJsonOf(map({ space: { ...space, settings } }), { address }).attribution).toBe(
      '© &quot;A&quot; &amp; &lt;b&gt;, ODbL-1.0',
    );
    expect(tileJsonOf(map(), { address })).not.toHaveProperty('attribution');
  });
});
