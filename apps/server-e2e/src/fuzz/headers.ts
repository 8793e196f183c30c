import fc from 'fast-check';
import type { Lazy } from './targets.js';
import { weighted } from './weighted.js';
import type { Callers, FuzzState } from './resource-pool.js';

export type Headers = Readonly<Record<string, string>>;

/** Credentials: mostly an administrator's, sometimes a limited key, none, or an invalid one. */
export const credentials: fc.Arbitrary<Lazy<Headers>> = weighted<Lazy<Headers>>(
  [16, fc.constant(({ callers }: FuzzState) => ({ authorization: `Bearer ${callers.administrator}` }))],
  [
    4,
    fc
      .nat(1_000)
      .map((index) => ({ callers }) => ({ authorization: `Bearer ${limitedKey(callers, index)}` })),
  ],
  [2, fc.constant(() => ({}))],
  [1, fc.constantFrom(...oddCredentials()).map((authorization) => () => ({ authorization }))],
  [1, fc.constant(({ callers }: FuzzState) => ({ authorization: `bearer   ${callers.administrator} ` }))],
);

function limitedKey({ limited }: Callers, index: number): string {
  return limited[index % limited.length] ?? '';
}

function oddCredentials(): readonly string[] {
  const wrongChecksum = `cairn_${'0'.repeat(36)}`;
  return [
    '',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'Basic eDp5',
    `Bearer ${wrongChecksum}`,
    `Bearer ${'k'.repeat(7_000)}`,
    'Bearer \xff',
    'Bearer a b',
    '\t',
    wrongChecksum,
  ];
}

const ranges = [
  'bytes=0-',
  'bytes=0-0',
  'bytes=-1',
  'bytes=-0',
  'bytes=-',
  'bytes=',
  'bytes',
  'bytes=5-1',
  'bytes=0-0,2-3',
  'bytes=,',
  'bytes=99999999999999999999-',
  'bytes=0-99999999999999999999',
  'bytes=1e3-',
  'bytes=0x1-',
  'bytes= 0 - 1',
  'lines=0-1',
  `bytes=${'0-0,'.repeat(1_000)}1-1`,
  'BYTES=0-1',
  'bytes=-99999',
  'bytes=a-b',
  'bytes=--1',
  'bytes=1',
  'bytes=9007199254740993-',
];

const odd: Readonly<Record<string, readonly string[]>> = {
  range: ranges,
  'if-none-match': [
    '*',
    '""',
    'W/"x"',
    'x',
    '"',
    `"${'a'.repeat(5_000)}"`,
    '"a","b"',
    ','.repeat(2_000),
    '\xff',
  ],
  'if-range': ['"x"', 'Wed, 21 Oct 2015 07:28:00 GMT', 'x', ''],
  'if-modified-since': ['Wed, 21 Oct 2099 07:28:00 GMT', 'yesterday', ''],
  accept: [
    'application/json',
    '*/*',
    'text/html',
    '',
    'x',
    'application/xml;q=0',
    '\xff',
    'a/b,'.repeat(1_000),
  ],
  'accept-encoding': ['gzip', 'br', 'deflate', 'identity;q=0', '*', 'gzip;q=nan', 'x'],
  'x-request-id': ['mine-1', 'a'.repeat(64), 'a'.repeat(65), 'ä', 'a b', '', '"', '<script>'],
  'stream-id': ['mine-2', '\xff', 'a'.repeat(200), '%0d%0a', '{}'],
  'content-encoding': ['gzip', 'identity', 'br', 'deflate', 'x', '', 'gzip, gzip'],
  origin: ['https://example.org', 'null', '', 'x'],
  'x-http-method-override': ['DELETE', 'PUT'],
  'content-type': [
    '',
    'x',
    'text/html',
    ';',
    'application/json/x',
    'multipart/form-data',
    'application/json; charset=',
    '\xff',
  ],
  'x-forwarded-host': ['evil.example'],
  connection: ['close', 'upgrade'],
  cookie: ['a=b', '='.repeat(3_000)],
  ...Object.fromEntries(
    ['__proto__x', 'constructor', 'x-long'].map((name) => [name, ['1', 'v'.repeat(9_000)]]),
  ),
};

/** Optional headers, mostly none. The headers in `usual`, those documented for the operation, are more frequent. */
export function extraHeaders(usual: readonly string[]): fc.Arbitrary<Headers> {
  const known = usual.map((name) => name.toLowerCase()).filter((name) => name in odd);
  const none = fc.constant<Headers>({});
  const first = known.length === 0 ? none : weighted([1, none], [1, oneOf(known)]);
  const second = weighted([5, none], [2, oneOf(Object.keys(odd))]);
  return fc.tuple(first, second).map(([one, other]) => ({ ...one, ...other }));
}

function oneOf(names: readonly string[]): fc.Arbitrary<Headers> {
  return fc
    .constantFrom(...names)
    .chain((name) => fc.constantFrom(...(odd[name] ?? [''])).map((value) => ({ [name]: value })));
}
