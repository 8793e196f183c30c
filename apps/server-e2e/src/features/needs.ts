import { collection, point } from './hub.js';

/** What may be done with a space. */
export const rights = [
  'readFeatures',
  'createFeatures',
  'updateFeatures',
  'deleteFeatures',
  'manageSpaces',
  'adminSpaces',
] as const;
export type Right = (typeof rights)[number];

/** A request to the space, and the rights on it of which one is needed. */
export interface Need {
  readonly operation: string;
  readonly method?: string;
  /** Below that of the space; or a whole one, with SPACE for its id. */
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly oneOf: readonly Right[];
  /** Whether it changes features. */
  readonly writes?: true;
  /** What those get who may; a success by default. */
  readonly permitted?: number;
}

const read = (operation: string, path: string, body?: unknown): Need => ({
  operation,
  path,
  oneOf: ['readFeatures'],
  ...(body !== undefined && { method: 'POST', body }),
});
const write = (right: Right, operation: string, path: string, body?: unknown): Need => {
  const [, method = ''] = /^(put|post|patch|delete)/.exec(operation) ?? [];
  return { operation, method: method.toUpperCase(), path, body, oneOf: [right], writes: true };
};
const manage = { oneOf: ['manageSpaces', 'adminSpaces'] } as const;
const one = (id: string) => point(id, 11, 47, { changed: true });

/** An import of one feature. */
const lines = (right: Right, query: string, id: string): Need => ({
  ...write(right, 'postFeatures', `/features?${query}`, JSON.stringify(one(id))),
  type: 'application/x-ndjson',
});

/** An import of a file with one feature. */
const file = (right: Right, query: string, id: string): Need => ({
  ...write(right, 'importFile', `/import?${query}`, `id,lon,lat,by\n${id},11,47,file\n`),
  method: 'POST',
  type: 'text/csv',
});

/** Every operation on a space. In this order: later ones need what earlier ones leave alone. */
export const needs: readonly Need[] = [
  { operation: 'getSpace', path: '', oneOf: rights },
  read('getFeatures', '/features?id=kept'),
  read('getFeature', '/features/kept'),
  read('searchFeatures', '/search'),
  read('iterateFeatures', '/iterate'),
  read('getFeaturesInBbox', '/bbox?west=0&south=0&east=20&north=60'),
  read('getFeaturesInTile', '/tile/quadkey/1'),
  read('getFeaturesInTile', '/tile/quadkey/1.mvt'),
  read('getTile', '/tiles/SPACE/1/1/0.mvt'),
  read('getTileJson', '/tiles/SPACE.json'),
  read('getMapStyle', '/styles/SPACE.json'),
  read('getFeaturesAround', '/spatial?lat=47&lon=11'),
  read('getFeaturesAround', '/spatial?lat=47&lon=11&nearest=1'),
  read('postFeaturesAround', '/spatial', { type: 'Point', coordinates: [11, 47] }),
  read('countFeatures', '/count'),
  read('getStatistics', '/statistics'),
  read('exportFeatures', '/export'),
  read('getTileArchive', '/tiles/SPACE.pmtiles'),
  { ...manage, operation: 'makeTileArchive', method: 'POST', path: '/tiles/SPACE.pmtiles?maxzoom=1' },
  { ...manage, operation: 'deleteTileArchive', method: 'DELETE', path: '/tiles/SPACE.pmtiles' },
  write('createFeatures', 'putFeatures', '/features', one('new-1')),
  write('createFeatures', 'postFeatures', '/features', one('new-2')),
  write('createFeatures', 'putFeature', '/features/new-3', one('new-3')),
  lines('createFeatures', 'e=retain', 'new-4'),
  file('createFeatures', 'e=retain', 'new-5'),
  write('updateFeatures', 'putFeatures', '/features', one('put')),
  write('updateFeatures', 'postFeatures', '/features', one('post')),
  write('updateFeatures', 'putFeature', '/features/put-one', one('put-one')),
  write('updateFeatures', 'patchFeature', '/features/patch-one', one('patch-one')),
  lines('updateFeatures', 'ne=retain', 'imported'),
  file('updateFeatures', 'ne=retain', 'imported'),
  write('deleteFeatures', 'postFeatures', '/features?e=delete&ne=retain', one('post-deleted')),
  write('deleteFeatures', 'deleteFeature', '/features/delete-one'),
  write('deleteFeatures', 'deleteFeatures', '/features?id=deleted'),
  write('deleteFeatures', 'deleteFeatures', '/features?tags=tagged'),
  write('deleteFeatures', 'deleteFeatures', '/features?eraseContent=true'),
  {
    operation: 'restoreFeatures',
    method: 'POST',
    path: '/trash/restore',
    body: { deletion: 'none' },
    oneOf: ['deleteFeatures'],
    permitted: 404,
  },
  {
    operation: 'patchSpace',
    method: 'PATCH',
    path: '',
    body: { title: 'New' },
    ...manage,
  },
  { ...manage, operation: 'deleteSpace', method: 'DELETE', path: '' },
];

/** The features that the space has to have. */
export const sites = collection(
  ...['kept', 'put', 'post', 'imported', 'put-one', 'patch-one', 'post-deleted', 'delete-one', 'deleted'].map(
    (id) => point(id, 11, 47),
  ),
  point('tagged', 11, 47, { '@ns:com:here:xyz': { tags: ['tagged'] } }),
);
