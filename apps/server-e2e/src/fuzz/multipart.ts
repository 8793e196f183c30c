import fc from 'fast-check';
import { mix } from './mix.js';
import {
  brokenFile,
  flip,
  goodFields,
  manyFields,
  oddFields,
  oddPart,
  scratchedFile,
  wholeFile,
  type Part,
} from './multipart-parts.js';

/** A body and the content type it is sent with. */
export interface Form {
  readonly body: Buffer;
  readonly contentType: string;
  /** Whether nothing in it can be stored: it is cut off, or has no whole image in a part `file`. */
  readonly hopeless: boolean;
}

const FORM = 'multipart/form-data; boundary=b';
const END = '--b--\r\n';

const storable: fc.Arbitrary<readonly Part[]> = mix(
  [8, fc.tuple(goodFields, wholeFile).map(([fields, file]) => [...fields, file])],
  [2, fc.tuple(goodFields, wholeFile).map(([fields, file]) => [file, ...fields])],
);
const doubtful: fc.Arbitrary<readonly Part[]> = mix(
  [3, fc.tuple(oddFields, wholeFile).map(([fields, file]) => [...fields, file])],
  [2, fc.tuple(goodFields, scratchedFile).map(([fields, file]) => [...fields, file])],
  [3, fc.tuple(storable, oddPart, fc.nat(3)).map(([parts, odd, at]) => parts.toSpliced(at, 0, odd))],
  [1, fc.tuple(storable, storable).map(([some, more]) => [...some, ...more])],
  [1, fc.tuple(manyFields, wholeFile).map(([fields, file]) => [...fields, file])],
  [1, fc.tuple(goodFields, oddPart).map(([fields, odd]) => [...fields, odd])],
);
const unstorable: fc.Arbitrary<readonly Part[]> = mix<readonly Part[]>(
  [2, goodFields],
  [3, fc.tuple(goodFields, brokenFile).map(([fields, file]) => [...fields, file])],
);

const body = mix([2, storable], [2, doubtful]).map(encode);
const noForms = ['', '--b--', '--b\r\n', '--b', '\r\n', '--b\r\n\r\n--b--\r\n', '--b\n\n--b--'];
const oddTypes = [
  ...['', '=', '=other', '="b"', `=${'b'.repeat(300)}`, '=b; boundary=c', '=\xff'].map(
    (end) => `multipart/form-data; boundary${end}`,
  ),
  ...[
    'multipart/form-data',
    'multipart/mixed; boundary=b',
    'MULTIPART/FORM-DATA; BOUNDARY=b',
    'application/json',
    '',
  ],
];

/** Upload forms: most are whole, some break a rule of the service, some the rules of multipart itself. */
export const forms: fc.Arbitrary<Form> = mix(
  [5, storable.map((parts) => formOf(encode(parts)))],
  [4, doubtful.map((parts) => formOf(encode(parts)))],
  [2, unstorable.map((parts) => ({ ...formOf(encode(parts)), hopeless: true }))],
  [2, fc.tuple(body, fc.nat(10_000)).map(([whole, part]) => cut(whole, part / 10_000))],
  [
    1,
    fc
      .tuple(body, fc.constantFrom(...oddTypes))
      .map(([whole, contentType]) => ({ ...formOf(whole), contentType })),
  ],
  [1, fc.tuple(body, fc.nat(), fc.nat(255)).map((change) => formOf(Buffer.from(flip(change))))],
  [1, fc.constantFrom(...noForms).map((text) => ({ ...formOf(Buffer.from(text)), hopeless: true }))],
);

function formOf(whole: Buffer): Form {
  return { body: whole, contentType: FORM, hopeless: false };
}

/** What follows the last boundary means nothing, so that its loss is none. */
function cut(whole: Buffer, part: number): Form {
  const length = Math.floor(whole.length * part);
  return { ...formOf(whole.subarray(0, length)), hopeless: length < whole.length - END.length };
}

function encode(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ head, bytes }) => [
    Buffer.from(`--b\r\n${head}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(END)]);
}
