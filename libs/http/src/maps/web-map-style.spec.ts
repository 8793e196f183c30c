import type { LayerStyle } from '@cairn/map-style';
import { validateStyleMin, type StyleSpecification } from '@maplibre/maplibre-gl-style-spec';

import type { MapLayer, WebMap } from '@cairn/maps';
import { describe, expect, it } from '@jest/globals';
import { groundStyleAt } from '../ground/ground-style-at.js';
import { webMapStyle } from './web-map-style.js';

const plain: LayerStyle = { color: { by: 'one', color: '#2a6f97' }, label: { property: 'name' } };

const layerOf = (style: LayerStyle, more: Partial<MapLayer> = {}) => ({
  layer: { id: 'huts', title: 'Huts', style, visible: true, ...more },
  description: { attribution: '© Huts', minZoom: 2, maxZoom: 16, bounds: [10, 46, 12, 48] as const },
  tiles: (of: string) => `https://example.org/{z}/{x}/{y}.mvt?of=${of}`,
});

function styleOf(layers: readonly ReturnType<typeof layerOf>[], map: Partial<WebMap> = {}) {
  const ground = groundStyleAt('https://example.org', { theme: 'light', language: 'de' });
  const style = webMapStyle({ map: { title: 'Huts', ...map }, layers, theme: 'light', ground });
  expect(validateStyleMin(style as StyleSpecification)).toEqual([]);
  return style;
}

describe('the style of a map', () => {
  it.each<[LayerStyle['drawAs'], readonly string[]]>([
    ['features', ['huts:features']],
    ['heat', ['huts:features']],
    ['clusters', ['huts:features', 'huts:cells']],
    ['hexagons', ['huts:cells']],
  ])('is valid, and has the sources of %s', (drawAs = 'features', sources) => {
    const style = styleOf([layerOf({ ...plain, drawAs })]);
    expect(Object.keys(style.sources)).toEqual(['ground', ...sources]);
    for (const id of sources)
      expect(style.sources[id]).toEqual({
        type: 'vector',
        tiles: [`https://example.org/{z}/{x}/{y}.mvt?of=${id.split(':')[1]}`],
        minzoom: 2,
        maxzoom: 16,
        bounds: [9.9999, 45.9999, 12.0001, 48.0001],
        attribution: '© Huts',
      });
  });

  it('has its layers in their order, above the land and below the names of the ground', () => {
    const { layers } = styleOf([layerOf(plain), layerOf(plain, { id: 'ground', visible: false })]);
    const ids = layers.map(({ id }) => id);
    const first = ids.findIndex((id) => id.startsWith('huts:'));
    const names = layers.findIndex(({ id, type }) => type === 'symbol' && id.startsWith('ground-'));
    expect([ids[0], ids.indexOf('ground:points') > first, names > ids.indexOf('ground:points')]).toEqual([
      'ground-water',
      true,
      true,
    ]);
    const hidden = layers.filter(({ id }) => id.startsWith('ground:'));
    expect(hidden.every(({ layout }) => layout?.['visibility'] === 'none')).toBe(true);
  });

  it('has only land behind a map without the ground, and begins where the map says', () => {
    const view = { longitude: 11, latitude: 47, zoom: 9, bearing: 30, pitch: 10 };
    const style = styleOf([layerOf(plain)], { baseMap: 'none', view });
    expect(style.layers[0]?.id).toBe('background');
    expect(style.layers.slice(1).every(({ id }) => id.startsWith('huts:'))).toBe(true);
    expect(style).toMatchObject({ center: [11, 47], zoom: 9, bearing: 30, pitch: 10 });
    expect(style.metadata).toMatchObject({ 'cairn:view': 'stored' });
  });

  it('says what pages tell of each layer', () => {
    const popup = { title: '{name}' };
    expect(styleOf([layerOf(plain, { popup, table: ['beds'] })]).metadata).toEqual({
      'cairn:layers': [
        {
          id: 'huts',
          title: 'Huts',
          visible: true,
          popup,
          table: ['beds'],
          legend: { color: expect.objectContaining({ by: 'one' }) },
        },
      ],
      'cairn:view': 'all',
    });
  });
});
