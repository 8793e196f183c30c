import fc from 'fast-check';
import { weighted } from './weighted.js';
import { anyText, repeated } from './naughty-strings.js';

/** Text that is written into JSON unchanged, valid or not. */
export class Raw {
  constructor(readonly json: string) {}
}

/** Like `JSON.stringify`, but writes `Raw` text unchanged. */
export function toJson(value: unknown): string {
  if (value instanceof Raw) return value.json;
  if (Array.isArray(value)) return `[${value.map(toJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${toJson(member)}`);
  return `{${members.join(',')}}`;
}

const atoms = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '0.5',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '1e21',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[null]',
  '""',
  '"\\ud800"',
  '"a\\udc00"',
  '"\\u0000"',
  '"\\uffff"',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{}}}',
  '{"toString":1}',
  '{"length":1e9}',
  '[[[[]]]]',
  'NaN',
  'Infinity',
  'undefined',
  "'x'",
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  '"\t"',
  '"\\x"',
  '//',
  'nul',
];

const nested = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.constantFrom(5, 31, 32, 33, 200, 5_000, 100_000))
  .map(
    ([opening, depth]) =>
      opening.repeat(depth) + (opening === '[' ? '' : '0') + (opening === '[' ? ']' : '}').repeat(depth),
  );

/** Values of unexpected types, and values at or beyond limits. */
export const oddValue: fc.Arbitrary<Raw> = weighted(
  [6, fc.constantFrom(...atoms)],
  [3, anyText.map((text) => JSON.stringify(text))],
  [2, fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value))],
  [1, nested],
  [
    1,
    repeated(fc.constantFrom('y', '\\u0041', '\\\\', '€'), [1_000, 10_001, 70_000]).map(
      (text) => `"${text}"`,
    ),
  ],
).map((json) => new Raw(json));

/** Functions that corrupt a JSON text: truncate it, add to it, or change its encoding. */
export const brokenText: fc.Arbitrary<(json: string) => Buffer> = fc.oneof(
  fc
    .double({ min: 0, max: 1, noNaN: true })
    .map((part) => (json: string) => Buffer.from(json.slice(0, json.length * part))),
  fc
    .constantFrom('}', ',', '\0', 'x', '{}', ' ', '\n// c')
    .map((tail) => (json: string) => Buffer.from(json + tail)),
  fc
    .constantFrom('\ufeff', ' \n', '/**/', ")]}',\n", '\0')
    .map((head) => (json: string) => Buffer.from(head + json)),
  fc
    .constantFrom<BufferEncoding>('utf16le', 'latin1')
    .map((encoding) => (json: string) => Buffer.from(json, encoding)),
  fc
    .uint8Array({ minLength: 1, maxLength: 4 })
    .map(
      (bytes) => (json: string) => Buffer.concat([Buffer.from(json.slice(0, -2)), bytes, Buffer.from('"}')]),
    ),
  fc
    .constantFrom('', ' ', '\0', '{', '[', '"', '{}', '[]', 'null', '0')
    .map((text) => () => Buffer.from(text)),
  fc.constantFrom(1_048_560, 1_300_000).map((size) => (json: string) => Buffer.from(json.padEnd(size))),
);
