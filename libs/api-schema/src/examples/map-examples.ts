import { spaceExamples } from './space-examples.js';

const style = { color: { by: 'one', color: '#2a6f97' }, label: { property: 'name' } } as const;
const popup = { title: '{name}', fields: [{ property: 'beds', name: 'Beds' }] };
const filter = {
  kind: 'compare' as const,
  path: ['properties', 'beds'],
  operator: 'atLeast' as const,
  values: [10],
};
const layer = { id: 'huts', title: 'Huts', space: spaceExamples.spaceRecord.id, style, popup };
const view = { longitude: 11, latitude: 47, zoom: 9 };

const summary = {
  id: 'Wc6Xd9Ee2Hf0Kq1Zt8vYb3',
  title: 'Huts with room',
  description: '',
  view,
  baseMap: 'ground' as const,
  public: false,
  version: 1,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
};
const mapRecord = { ...summary, layers: [{ ...layer, filter, visible: true, isGone: false }] };
const tiles = `http://127.0.0.1:8080/api/maps/${summary.id}/layers/${layer.id}/tiles/{z}/{x}/{y}.mvt`;

/** Examples of maps in the OpenAPI document. */
export const mapExamples = {
  mapRecord,
  mapPage: { maps: [{ ...summary, layerCount: 1 }] },
  createMapBody: { title: summary.title, layers: [{ ...layer, filter: 'p.beds>=10' }], view },
  patchMapBody: { title: 'Huts', view: null },
  layerTileJson: {
    tilejson: '3.0.0' as const,
    tiles: [tiles],
    name: layer.title,
    scheme: 'xyz' as const,
    minzoom: 0,
    maxzoom: 16,
    bounds: [11, 47, 11, 47],
    center: [11, 47, 14],
    vector_layers: [
      { id: layer.id, minzoom: 0, maxzoom: 16, fields: { beds: 'Number', name: 'String', id: 'String' } },
    ],
  },
  layerFeatures: {
    type: 'FeatureCollection' as const,
    features: [
      {
        type: 'Feature' as const,
        id: 'upper-hut',
        geometry: { type: 'Point' as const, coordinates: [11, 47] },
        properties: { name: 'Upper hut', beds: 12 },
      },
    ],
  },
};
