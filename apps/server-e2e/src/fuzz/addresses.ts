import fc from 'fast-check';
import type { ApiDocument, Operation, Parameter } from './api-document.js';
import { anyText, brokenEncodings, percentEncode } from './naughty.js';
import type { Kind, World } from './pool.js';
import { valuesOf } from './schema-values.js';

/** A part of a request that is made when it is sent. */
export type Made<T> = (world: World) => T;

const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/^\/api\/images\//, 'image'],
  [/^\/api\/tags\//, 'tag'],
  [/^\/hub\/spaces\//, 'space'],
  [/^\/api\/keys\//, 'key'],
  [/^\/api\/accounts\//, 'account'],
  [/./, 'address'],
];

/** The path and query of an operation; what its parameters name mostly exists, or once did. */
export function targets(operation: Operation, document: ApiDocument): fc.Arbitrary<Made<string>> {
  const parameters = operation.parameters ?? [];
  const inPath = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => pathValues(operation, parameter));
  const inQuery = parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => queryParts(parameter, document));
  const odd = { weight: 1, arbitrary: oddQuery };
  return fc
    .tuple(
      fc.tuple(...inPath),
      fc.tuple(...inQuery),
      fc.oneof({ weight: 9, arbitrary: fc.constant('') }, odd),
      fc.constantFrom('', '', '', '', '', '/'),
    )
    .map(([values, queries, extra, slash]) => (world) => {
      const remaining = [...values];
      const path = operation.path.replaceAll(/\{\w+\}/g, () => remaining.shift()?.(world) ?? '');
      const query = [...queries.map((part) => part(world)), extra].filter((part) => part !== '').join('&');
      return path + slash + (query === '' ? '' : `?${query}`);
    });
}

function pathValues({ path }: Operation, { example }: Parameter): fc.Arbitrary<Made<string>> {
  const kind = kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'address';
  const encode = kind === 'address' ? keepingSlashes : percentEncode;
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .nat(400)
        .map(
          (back) => (world: World) => encode(world.pool.pick(kind, back % (back > 200 ? 3 : 200)) ?? 'none'),
        ),
    },
    { weight: 4, arbitrary: anyText.map((text) => () => encode(text)) },
    { weight: 1, arbitrary: fc.constant(() => encode(String(example))) },
    { weight: 2, arbitrary: fc.constantFrom(...brokenEncodings).map((raw) => () => raw) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('\xff\xfe', '{id}', '[x]', '"', "'", '|', '^', 'a;b=c', 'é', '<>')
        .map((raw) => () => raw),
    },
  );
}

function keepingSlashes(text: string): string {
  return text.split('/').map(percentEncode).join('/');
}

function queryParts({ name, schema }: Parameter, document: ApiDocument): fc.Arbitrary<Made<string>> {
  const text = name === 'cursor' ? anyCursor : valuesOf(schema, document).map((value) => () => String(value));
  const value = fc.oneof(
    { weight: 4, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('true', 'false', '*', 'me', 'others', '1', '1000', '1001', '0x10', '1e2', ' 7 ')
        .map((known) => () => known),
    },
    { weight: 2, arbitrary: anyText.map((odd) => () => odd) },
  );
  const once = value.map((made) => (world: World) => `${name}=${percentEncode(made(world))}`);
  return fc.oneof(
    { weight: 10, arbitrary: fc.constant(() => '') },
    { weight: 8, arbitrary: once },
    {
      weight: 1,
      arbitrary: fc.tuple(once, once).map(
        ([one, other]) =>
          (world: World) =>
            `${one(world)}&${other(world)}`,
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(`${name}[]=1`, `${name}[a]=1`, name, `${name}=%zz`, `${name}=%00`, `${name}==`)
        .map((raw) => () => raw),
    },
  );
}

const anyCursor: fc.Arbitrary<Made<string>> = fc
  .nat(200)
  .map((back) => (world) => world.pool.pick('cursor', back) ?? '1767323045678~x');

const oddQuery = fc.oneof(
  fc.constantFrom(
    '__proto__[x]=1',
    '__proto__=1',
    'constructor=1',
    'x'.repeat(5_000),
    '&&&',
    '=',
    '%',
    '?',
    'a[b][c][d]=1',
    'toString=1',
  ),
  anyText.map((text) => `x=${percentEncode(text)}`),
  fc.integer({ min: 100, max: 1_500 }).map((count) => 'a=1&'.repeat(count)),
);
