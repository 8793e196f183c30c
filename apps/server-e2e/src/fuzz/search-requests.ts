import { FILTER_OPERATORS, FILTER_WORDS } from '@cairn/api-schema';
import fc from 'fast-check';
import type { Operation } from './api-document.js';
import { clusteringKeys } from './clustering-keys.js';
import { anyText, percentEncode } from './naughty-strings.js';
import type { FuzzRequest } from './requests.js';
import type { Lazy } from './targets.js';
import { tileParameters, tilePlaces } from './tile-places.js';
import { weighted } from './weighted.js';

const paths = fc.constantFrom(
  'p.name',
  'p.beds',
  'p.a.b',
  'p.__proto__',
  'p.constructor.name',
  'f.id',
  'f.createdAt',
  'f.updatedAt',
  'f.geometry.type',
  'f.tags',
  'f.version',
  'f.x',
  'P.name',
  'p.',
  'p..a',
  'properties.name',
  'p.a%2Eb',
  'p.@ns:com:here:xyz.tags',
);
const comparisons = fc.constantFrom(
  ...FILTER_OPERATORS.map(({ symbol }) => symbol),
  ...FILTER_WORDS.map((word) => `=${word}=`),
  ...['==', '=>', '=GT=', ''],
);
const scalars = fc.oneof(
  fc.constantFrom(
    'n1',
    '5',
    '-0',
    '1e400',
    '.5',
    '+7',
    '9007199254740993',
    'true',
    '.null',
    '.NULL',
    'null',
    "'5'",
    '"n1"',
    '%22',
    '',
    'Point',
    'a%2Cb',
    '%00',
    '*',
    '0x10',
  ),
  anyText.map(percentEncode),
);
const literals = fc
  .constantFrom(
    '{"a":1}',
    '[1,[2,{"a":null}]]',
    '["red"]',
    '[[[[[]]]]]',
    '{"__proto__":1}',
    '{"a"',
    '[',
    '['.repeat(3_000),
  )
  .map(percentEncode);
const values = fc
  .array(fc.oneof(scalars, scalars, literals), { minLength: 1, maxLength: 4 })
  .map((all) => all.join(','));
const filters = fc.tuple(paths, comparisons, values).map((parts) => parts.join(''));

const coordinate = fc.oneof(
  fc.constantFrom('180', '-180', '90', '-90', '0', '540', '1e400', '-0', 'NaN', '', 'x', '1e-320'),
  fc.double({ min: -200, max: 200, noNaN: true }).map(String),
);
const count = fc.constantFrom('0', '1', '7', '1000', '1001', '100000', '100001', '-1', '1e3', 'x', '');
const named = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  value.map((text) => `${name}=${text}`);
const memberList = fc
  .array(
    fc.constantFrom(
      'p.name',
      'p.beds',
      '!geometry',
      'f.id',
      'id',
      'p.beds:desc',
      'p.name:asc',
      'p.name:x',
      'f.updatedAt:desc',
      ':',
      'p.a.b',
      '',
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((all) => all.join());

/** Parameters that any search may have. */
const anyParameter = weighted(
  [6, filters],
  [1, named('tags', fc.constantFrom('a', 'a,b', 'a+b', 'a%2Bb', '+', ',', 'a++b', '%00'))],
  [2, named('limit', count)],
  [1, named('sort', memberList)],
  [1, named('selection', memberList)],
  [1, named('force2D', fc.constantFrom('true', 'TRUE', 'x'))],
  [1, named('clip', fc.constantFrom('true', 'x'))],
  [1, named('margin', fc.constantFrom('0', '256', '-1', '1e9'))],
  [2, named('clustering', fc.constantFrom('hexbin', 'quadbin', 'HEXBIN', 'hex', '%00'))],
  [2, clusteringKeys],
  [1, named('relation', fc.constantFrom('within', 'contains', 'DISJOINT', 'intersects', 'x'))],
  [1, named('distance', fc.constantFrom('true', 'x'))],
  [1, tileParameters],
  [1, named('part', fc.constantFrom('1,2', '2,4', '0,0', '3,2', '1,100000', 'x'))],
  [1, named('version', fc.constantFrom('HEAD', 'head', '1', '0', '-1', '*', '99999999999'))],
);

/** What an operation needs, by its id; the path's parameters come after the space. */
const own: Readonly<Record<string, fc.Arbitrary<readonly string[]>>> = {
  searchFeatures: fc.constant([]),
  iterateFeatures: fc.array(
    named('handle', fc.oneof(fc.constantFrom('0', 'ZjE', 'x'), anyText.map(percentEncode))),
    { maxLength: 1 },
  ),
  countFeatures: fc.constant([]),
  getStatistics: fc.array(
    fc.oneof(
      named('groupBy', fc.oneof(paths, anyText.map(percentEncode))),
      named('histogram', paths),
      named('timeBuckets', paths),
      named('interval', fc.constantFrom('year', 'month', 'day', 'HOUR', 'x')),
      named('top', count),
      named('bins', count),
      ...['west', 'south', 'east', 'north'].map((side) => named(side, coordinate)),
    ),
    { maxLength: 6 },
  ),
  getFeaturesInTile: fc.constant([]),
  getTile: fc.constant([]),
  getFeaturesInBbox: fc.tuple(...['west', 'south', 'east', 'north'].map((side) => named(side, coordinate))),
  getFeaturesAround: fc.oneof(
    fc.tuple(
      named('lat', coordinate),
      named('lon', coordinate),
      named('radius', fc.constantFrom('0', '1000', '1e6', '3e7', '-1', '1e400', 'x')),
    ),
    fc.tuple(named('lat', coordinate), named('lon', coordinate), named('nearest', count)),
    fc.tuple(
      named(
        'h3Index',
        fc.constantFrom(
          '821c07fffffffff',
          '8a2a1072b59ffff',
          '0',
          'zz',
          'ffffffffffffffff',
          '8001fffffffffff',
        ),
      ),
    ),
    fc.tuple(
      named('refSpaceId', fc.constantFrom('fuzz-1', 'none')),
      named('refFeatureId', fc.constantFrom('f1', 'f2', 'f7', 'none')),
      named('radius', fc.constantFrom('0', '5e5')),
    ),
  ),
};

/** Searches by a grammar of filters, areas and orders, of which some are cut or have a character changed. */
export function searchRequests(operations: readonly Operation[]): fc.Arbitrary<Lazy<FuzzRequest>> {
  const choices = operations.flatMap((operation) => {
    const needed = own[operation.operationId];
    return needed === undefined ? [] : [requestsTo(operation, needed)];
  });
  return fc.oneof(...choices);
}

const filled = (path: string, values: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

const edits = weighted<(query: string) => string>(
  [6, fc.constant((query: string) => query)],
  [
    1,
    fc.tuple(fc.nat(), fc.constantFrom('&', '=', '%', ',', '.', '"', '[', '+', '%00', '%ff', ';', '@>')).map(
      ([at, piece]) =>
        (query) =>
          inserted(query, at, piece),
    ),
  ],
  [1, fc.nat().map((at) => (query) => query.slice(0, at % (query.length + 1)))],
);

function inserted(query: string, at: number, piece: string): string {
  const place = at % (query.length + 1);
  return query.slice(0, place) + piece + query.slice(place);
}

function requestsTo(
  operation: Operation,
  needed: fc.Arbitrary<readonly string[]>,
): fc.Arbitrary<Lazy<FuzzRequest>> {
  const { method, path } = operation;
  return fc
    .tuple(
      ...([fc.nat(2), needed, fc.array(anyParameter, { maxLength: 4 }), edits] as const),
      tilePlaces[operation.operationId] ?? fc.constant({}),
    )
    .map(([back, first, more, edit, place]) => ({ callers }) => ({
      operation,
      method,
      mustFail: false,
      target: `${filled(path, { ...place, spaceId: `fuzz-${back + 1}` })}?${edit([...first, ...more].join('&'))}`,
      headers: { authorization: `Bearer ${callers.administrator}` },
    }));
}
