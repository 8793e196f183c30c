import fc from 'fast-check';
import { weighted } from './weighted.js';
import {
  invalidFile,
  flip,
  validFields,
  manyFields,
  oddFields,
  oddPart,
  flippedFile,
  validFile,
  type Part,
} from './multipart-parts.js';

/** A body and its content type. */
export interface Form {
  readonly body: Buffer;
  readonly contentType: string;
  /** Whether the upload must fail: the form is truncated, or has no valid image in a part `file`. */
  readonly mustFail: boolean;
}

const FORM = 'multipart/form-data; boundary=b';
const END = '--b--\r\n';

const validParts: fc.Arbitrary<readonly Part[]> = weighted(
  [8, fc.tuple(validFields, validFile).map(([fields, file]) => [...fields, file])],
  [2, fc.tuple(validFields, validFile).map(([fields, file]) => [file, ...fields])],
);
const oddParts: fc.Arbitrary<readonly Part[]> = weighted(
  [3, fc.tuple(oddFields, validFile).map(([fields, file]) => [...fields, file])],
  [2, fc.tuple(validFields, flippedFile).map(([fields, file]) => [...fields, file])],
  [3, fc.tuple(validParts, oddPart, fc.nat(3)).map(([parts, odd, at]) => parts.toSpliced(at, 0, odd))],
  [1, fc.tuple(validParts, validParts).map(([some, more]) => [...some, ...more])],
  [1, fc.tuple(manyFields, validFile).map(([fields, file]) => [...fields, file])],
  [1, fc.tuple(validFields, oddPart).map(([fields, odd]) => [...fields, odd])],
);
const invalidParts: fc.Arbitrary<readonly Part[]> = weighted<readonly Part[]>(
  [2, validFields],
  [3, fc.tuple(validFields, invalidFile).map(([fields, file]) => [...fields, file])],
);

const body = weighted([2, validParts], [2, oddParts]).map(encode);
const noForms = ['', '--b--', '--b\r\n', '--b', '\r\n', '--b\r\n\r\n--b--\r\n', '--b\n\n--b--'];
const oddTypes = [
  ...['', '=', '=other', '="b"', `=${'b'.repeat(300)}`, '=b; boundary=c', '=\xff'].map(
    (end) => `multipart/form-data; boundary${end}`,
  ),
  'multipart/form-data',
  'multipart/mixed; boundary=b',
  'MULTIPART/FORM-DATA; BOUNDARY=b',
  'application/json',
  '',
];

/** Upload forms: most are valid, some violate a rule of the service, some are not valid multipart. */
export const forms: fc.Arbitrary<Form> = weighted(
  [5, validParts.map((parts) => formOf(encode(parts)))],
  [4, oddParts.map((parts) => formOf(encode(parts)))],
  [2, invalidParts.map((parts) => ({ ...formOf(encode(parts)), mustFail: true }))],
  [2, fc.tuple(body, fc.nat(10_000)).map(([whole, part]) => cut(whole, part / 10_000))],
  [
    1,
    fc
      .tuple(body, fc.constantFrom(...oddTypes))
      .map(([whole, contentType]) => ({ ...formOf(whole), contentType })),
  ],
  [1, fc.tuple(body, fc.nat(), fc.nat(255)).map((change) => formOf(Buffer.from(flip(change))))],
  [1, fc.constantFrom(...noForms).map((text) => ({ ...formOf(Buffer.from(text)), mustFail: true }))],
);

function formOf(whole: Buffer): Form {
  return { body: whole, contentType: FORM, mustFail: false };
}

/** Truncates a form. Losing only (part of) the last boundary is harmless. */
function cut(whole: Buffer, part: number): Form {
  const length = Math.floor(whole.length * part);
  return { ...formOf(whole.subarray(0, length)), mustFail: length < whole.length - END.length };
}

function encode(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ head, bytes }) => [
    Buffer.from(`--b\r\n${head}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(END)]);
}
