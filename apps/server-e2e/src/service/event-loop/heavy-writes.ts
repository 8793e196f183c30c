import { gzipSync } from 'node:zlib';
import { collectionOf, featuresOf, heavyFeature, smallFeature } from './heavy-features.js';
import { GEOJSON, type HeavyOperation } from './stalls.js';

const FEATURES = '/hub/spaces/written/features';
const LIST = 'application/vnd.here.feature-modification-list';
const LINES = 'application/x-ndjson';
/** Nearly 32 MiB. */
const COUNT = 90_000;

const many = featuresOf(COUNT, smallFeature);
const invalid = many.map((text) => text.replace('"Point"', '"Dot"'));
const heavy = heavyFeature('heavy');
const patch = JSON.stringify({
  type: 'Feature',
  properties: Object.fromEntries(Array.from({ length: 49_000 }, (_, index) => [`m${index}`, index])),
});

const modification = (features: readonly string[], more = ''): string =>
  `{"type":"FeatureModification",${more}"featureData":${collectionOf(features)}}`;
const list = (modifications: readonly string[]): string =>
  `{"type":"FeatureModificationList","modifications":[${modifications.join(',')}]}`;

interface Sent {
  readonly method: string;
  readonly path?: string;
  readonly body: () => string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly gives?: number;
}

const write = (name: string, { method, path = '', body, headers, gives }: Sent): HeavyOperation => {
  let text: string | Uint8Array<ArrayBuffer> = '';
  return {
    name,
    prepare: async () => void (text = body()),
    run: async (client) => {
      const all = { 'content-type': GEOJSON, ...headers };
      await client.send(FEATURES + path, { method, body: text, headers: all }, gives);
      text = '';
    },
  };
};

const typed = (type: string, more = {}) => ({ 'content-type': type, ...more });
const lines = (): string => many.join('\n');

/** Every form of a write of features, all into one space: each finds what those before it wrote. */
export const heavyWrites: readonly HeavyOperation[] = [
  write('PUT of one feature of 10 MiB', { method: 'PUT', path: '/heavy', body: () => heavy }),
  write('the same once more', { method: 'PUT', path: '/heavy', body: () => heavy }),
  write('PATCH of 49,000 members of it', { method: 'PATCH', path: '/heavy', body: () => patch }),
  write('PUT of 3 features of 10 MiB', {
    method: 'PUT',
    body: () => collectionOf(['heavy', 'b', 'c'].map(heavyFeature)),
  }),
  write('PUT of 90,000 features', { method: 'PUT', body: () => collectionOf(many) }),
  write('the same once more, as patches', { method: 'POST', body: () => collectionOf(many) }),
  write('90,000 features that exist and may not', {
    method: 'POST',
    path: '?e=error',
    body: () => collectionOf(many),
    gives: 409,
  }),
  write('90,000 invalid features', { method: 'POST', body: () => collectionOf(invalid), gives: 400 }),
  write('90,000 ids of a FeatureModificationList to delete', {
    method: 'POST',
    headers: typed(LIST),
    body: () => {
      const ids = JSON.stringify(many.map((_, index) => `f${index}`));
      return list([modification([], `"onFeatureExists":"delete","featureIds":${ids},`)]);
    },
  }),
  write('FeatureModificationList, one modification of 90,000 features', {
    method: 'POST',
    headers: typed(LIST),
    body: () => list([modification(many)]),
  }),
  write('FeatureModificationList, 60,000 modifications', {
    method: 'POST',
    headers: typed(LIST),
    body: () => list(many.slice(0, 60_000).map((text) => modification([text]))),
  }),
  write('import of 180,000 lines', {
    method: 'POST',
    headers: typed(LINES),
    body: () => featuresOf(2 * COUNT, smallFeature).join('\n'),
  }),
  write('import of 90,000 lines, compressed, with progress', {
    method: 'POST',
    body: () => Uint8Array.from(gzipSync(lines())),
    headers: typed(LINES, { 'content-encoding': 'gzip', accept: LINES }),
  }),
  write('import of 90,000 records', {
    method: 'POST',
    headers: typed('application/geo+json-seq'),
    body: () => many.map((text) => `\x1e${text}\n`).join(''),
  }),
  write('import of a collection of 90,000', {
    method: 'POST',
    path: '?transactional=false',
    body: () => collectionOf(many),
  }),
  write('import of 90,000 invalid lines', {
    method: 'POST',
    headers: typed(LINES),
    body: () => invalid.join('\n'),
  }),
  write('import of 10 features of 10 MiB', {
    method: 'POST',
    headers: typed(LINES),
    body: () => featuresOf(10, (index) => heavyFeature(`h${index}`)).join('\n'),
  }),
  {
    name: 'erasure by a filter',
    run: (client) => client.send(`${FEATURES}?p.height>=0&eraseContent=true`, { method: 'DELETE' }),
  },
];
