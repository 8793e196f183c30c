import fc from 'fast-check';
import type { ApiDocument, Operation, Parameter } from './api-document.js';
import { weighted } from './weighted.js';
import { anyText, brokenEncodings, percentEncode } from './naughty-strings.js';
import type { ResourceKind, FuzzState } from './resource-pool.js';
import { valuesOf } from './schema-values.js';

/** A part of a request that depends on the resources that exist when it is sent. */
export type Lazy<T> = (state: FuzzState) => T;

const RECENT = 3;

const kinds: readonly (readonly [start: string, kind: ResourceKind])[] = [
  ['/api/images/', 'image'],
  ['/api/tags/', 'tag'],
  ['/api/maps/', 'map'],
  ['/hub/spaces/', 'space'],
  ['/tiles/', 'space'],
  ['/styles/', 'space'],
  ['/api/keys/', 'key'],
  ['/api/accounts/', 'account'],
  ['/api/users/', 'account'],
  ['/api/sessions/', 'account'],
  ['/api/invites/', 'account'],
  ['/api/signing-keys/', 'account'],
  ['/api/presets/', 'tag'],
];

const kindsByName: Readonly<Record<string, ResourceKind>> = {
  layerId: 'layer',
  featureId: 'feature',
  type: 'tileType',
  tileId: 'tile',
  z: 'tileNumber',
  x: 'tileNumber',
  y: 'tileNumber',
};

/** Request targets of an operation. Most parameters name resources that exist or once did. */
export function targets(operation: Operation, document: ApiDocument): fc.Arbitrary<Lazy<string>> {
  const { path, parameters = [] } = operation;
  const inPath = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((one) => pathValues(path, one));
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((one) => queryParts(one, document));
  const slash = weighted([5, fc.constant('')], [1, fc.constant('/')]);
  const more = weighted([9, fc.constant('')], [1, oddQuery]);
  return fc
    .tuple(fc.tuple(...inPath), fc.tuple(...inQuery), more, slash)
    .map(([values, queries, extra, end]) => (state) => {
      const remaining = [...values];
      const filled = path.replaceAll(/\{\w+\}/g, () => remaining.shift()?.(state) ?? '');
      const query = [...queries.map((part) => part(state)), extra].filter((part) => part !== '').join('&');
      return filled + end + (query === '' ? '' : `?${query}`);
    });
}

const oddPieces = ['\xff\xfe', '{id}', '[x]', '"', "'", '|', '^', 'a;b=c', 'é', '<>', '', '%20'];

function pathValues(path: string, { name, example }: Parameter): fc.Arbitrary<Lazy<string>> {
  const kind = kindsByName[name] ?? kinds.find(([start]) => path.startsWith(start))?.[1] ?? 'address';
  const encode = kind === 'address' ? keepingSlashes : percentEncode;
  const known =
    (back: number): Lazy<string> =>
    ({ pool }) =>
      encode(pool.pick(kind, back) ?? 'none');
  return weighted<Lazy<string>>(
    [6, fc.nat(RECENT).map(known)],
    [5, fc.nat(200).map(known)],
    [4, anyText.map((text) => () => encode(text))],
    [1, fc.constant(() => encode(String(example)))],
    [2, fc.constantFrom(...brokenEncodings).map((raw) => () => raw)],
    [1, fc.constantFrom(...oddPieces).map((raw) => () => raw)],
  );
}

function keepingSlashes(text: string): string {
  return text.split('/').map(percentEncode).join('/');
}

const likely = [
  'true',
  'false',
  '*',
  'me',
  'others',
  '0',
  '1',
  '1000',
  '1001',
  '0x10',
  '1e2',
  ' 7 ',
  '-1',
  '1.5',
];

function queryParts(
  { name, schema, example, required = false }: Parameter,
  document: ApiDocument,
): fc.Arbitrary<Lazy<string>> {
  const known = { cursor: anyCursor, handle: anyHandle, id: anyFeatureId }[name];
  const fitting = example === undefined ? valuesOf(schema, document) : fc.constant(example);
  const value = weighted<Lazy<string>>(
    [4, known ?? fitting.map((text) => () => String(text))],
    [2, fc.constantFrom(...likely).map((known) => () => known)],
    [2, anyText.map((odd) => () => odd)],
  );
  const raw = [`${name}[]=1`, `${name}[a]=1`, name, `${name}=`, `${name}=%zz`, `${name}=%00`, `${name}==`];
  const once = value.map((made) => (state: FuzzState) => `${name}=${percentEncode(made(state))}`);
  return weighted<Lazy<string>>(
    [required ? 1 : 10, fc.constant(() => '')],
    [8, once],
    [
      1,
      fc.tuple(once, once).map(
        ([one, other]) =>
          (state) =>
            `${one(state)}&${other(state)}`,
      ),
    ],
    [1, fc.constantFrom(...raw).map((text) => () => text)],
  );
}

const anyCursor: fc.Arbitrary<Lazy<string>> = fc.nat(200).map(
  (back) =>
    ({ pool }) =>
      pool.pick('cursor', back) ?? '1767323045678~x',
);

const pooled = (kind: ResourceKind): fc.Arbitrary<Lazy<string>> =>
  fc.nat(200).map(
    (back) =>
      ({ pool }) =>
        pool.pick(kind, back) ?? 'none',
  );
const [anyHandle, anyFeatureId] = [pooled('handle'), pooled('feature')];

const oddFilters = fc
  .stringMatching(/^[pf]\.[\w.]{0,4}(?:=gte=|=cs=|!=|>|<=|@>|\^=|=)[\w.,{}[\]"':%-]{0,12}$/)
  .map((text) => text.replaceAll('"', '%22'));

const oddQueries = [
  '__proto__[x]=1',
  '__proto__=1',
  'constructor=1',
  'toString=1',
  '&&&',
  '=',
  '%',
  '?',
  'a[b][c][d]=1',
];
const oddQuery = fc.oneof(
  fc.constantFrom(...oddQueries, 'x'.repeat(5_000)),
  oddFilters,
  oddFilters,
  anyText.map((text) => `x=${percentEncode(text)}`),
  fc.integer({ min: 100, max: 1_500 }).map((count) => 'a=1&'.repeat(count)),
);
