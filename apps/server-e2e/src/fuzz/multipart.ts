import { bombPng, broken, damagedPng, fixtures } from '@cairn/testkit';
import fc from 'fast-check';
import { anyText, repeated } from './naughty.js';

/** A body and the content type it is sent with. */
export interface Form {
  readonly body: Buffer;
  readonly contentType: string;
  /** Whether nothing in it can be stored: it has no whole image in a part `file`. */
  readonly hopeless: boolean;
}

interface Part {
  readonly head: string;
  readonly bytes: Uint8Array;
}

const goodFiles = [
  fixtures.jpeg,
  fixtures.png,
  fixtures.webp,
  fixtures.gif,
  fixtures.avif,
  fixtures.animatedGif,
  fixtures.rotatedJpeg,
].map(({ bytes }) => bytes);
const badFiles = [...Object.values(broken), bombPng, damagedPng].map(({ bytes }) => bytes);
const segment = fc.stringMatching(/^[\w()+~ -]{1,12}$/);

const goodPath = fc.array(segment, { maxLength: 8 }).map((segments) => segments.join('/'));
const goodTags = fc.array(fc.stringMatching(/^[\w ]{1,12}$/), { maxLength: 6 }).map((tags) => tags.join(','));
const fileNames = fc.oneof(
  fc.constantFrom('lake.jpg', 'a.png', 'Größe.webp', 'x'),
  anyText.map((text) => text.replaceAll(/["\r\n]/g, '')),
);

const file = (bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Part> =>
  fc
    .tuple(fileNames, bytes)
    .map(([name, content]) => ({
      head: `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/jpeg`,
      bytes: content,
    }));
const goodFile = file(fc.constantFrom(...goodFiles));
const badFile = file(
  fc.oneof(
    fc.constantFrom(...badFiles),
    fc.tuple(fc.constantFrom(...goodFiles), fc.nat(), fc.nat(255)).map(flip),
  ),
);

const field = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Part> =>
  value.map((text) => ({ head: `Content-Disposition: form-data; name="${name}"`, bytes: Buffer.from(text) }));
const oddText = fc.oneof(anyText, repeated(fc.constantFrom('a,', 'a/', 'é', 'x'), [60, 300, 30_000, 70_000]));
const goodFields = fc.tuple(field('path', goodPath), field('tags', goodTags));

const oddHeads = [
  ...[
    '',
    'X: y',
    'Content-Disposition: form-data',
    'Content-Disposition: attachment; name="file"; filename="a"',
    'Content-Disposition: form-data; name=""',
  ],
  ...[
    'Content-Disposition: form-data; name="file"',
    'Content-Disposition: form-data; name="file"; filename=""',
    'Content-Disposition: form-data; name=file; filename=a.png',
  ],
  ...[
    'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%e2%82%ac.png',
    'Content-Disposition: form-data; name="file"; filename*=x\'y\'%zz',
    'Content-Disposition: form-data; name="other"; filename="a.png"',
  ],
  ...[
    'Content-Disposition: form-data; name="a[b][c]"',
    'Content-Disposition: form-data; name="__proto__"',
    'Content-Disposition: form-data; name="a[999999999]"',
    'Content-Disposition: form-data; name="file"; name="path"',
  ],
  ...[
    'Content-Disposition: form-data; name="path\r\nX-Y: z"',
    'content-disposition:form-data;name="tags"',
    'Content-Disposition: form-data; name="tags"\r\n folded: yes',
    `Content-Disposition: form-data; name="${'n'.repeat(500)}"`,
  ],
  ...[
    'Content-Disposition: form-data; name="path"\r\nContent-Transfer-Encoding: base64',
    'Content-Disposition: form-data; name="tags"\r\nContent-Type: text/plain; charset=utf-16le',
    'Content-Disposition: form-data; name="tags"\r\nContent-Type: text/plain; charset=x',
  ],
  ...[
    `Content-Disposition: form-data; name="file"; filename="${'f'.repeat(3_000)}.png"`,
    `X-Flood: ${'h'.repeat(20_000)}`,
    'A: b\r\n'.repeat(2_000).trimEnd(),
    'Content-Disposition: form-data; name="f\0ile"; filename="a\0.png"',
  ],
];
const oddPart: fc.Arbitrary<Part> = fc
  .tuple(fc.constantFrom(...oddHeads), fc.constantFrom(...goodFiles))
  .map(([head, bytes]) => ({ head, bytes }));

type Parts = { readonly parts: readonly Part[]; readonly hopeless: boolean };
const partLists: fc.Arbitrary<Parts> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(goodFields, goodFile)
      .map(([fields, one]) => ({ parts: [...fields, one], hopeless: false })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(goodFields, goodFile)
      .map(([fields, one]) => ({ parts: [one, ...fields], hopeless: false })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(goodFields, badFile)
      .map(([fields, one]) => ({ parts: [...fields, one], hopeless: false })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(field('path', oddText), field('tags', oddText), goodFile)
      .map((parts) => ({ parts, hopeless: false })),
  },
  { weight: 2, arbitrary: goodFields.map((parts) => ({ parts, hopeless: true })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(goodFields, goodFile, oddPart, fc.nat(3))
      .map(([fields, one, part, at]) => ({
        parts: [...fields, one].toSpliced(at, 0, part),
        hopeless: false,
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(goodFields, oddPart)
      .map(([fields, part]) => ({ parts: [...fields, part], hopeless: false })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(goodFile, goodFile, goodFields, goodFields)
      .map(([one, two, some, more]) => ({ parts: [one, ...some, two, ...more], hopeless: false })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(field('tags', goodTags), goodFile, fc.constantFrom(19, 20, 21, 25, 2_000))
      .map(([tags, one, count]) => ({
        parts: [...Array.from({ length: count }, () => tags), one],
        hopeless: false,
      })),
  },
);

/** Upload forms: most are whole, some break a rule of the service, some the rules of multipart itself. */
export const forms: fc.Arbitrary<Form> = fc.oneof(
  {
    weight: 6,
    arbitrary: partLists.map(({ parts, hopeless }) => ({
      body: encode(parts),
      contentType: 'multipart/form-data; boundary=b',
      hopeless,
    })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(partLists, fc.double({ min: 0, max: 0.99, noNaN: true }))
      .map(([{ parts }, part]) => cutAt(encode(parts), part)),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(partLists, fc.constantFrom(...oddTypes()))
      .map(([{ parts }, contentType]) => ({ body: encode(parts), contentType, hopeless: false })),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(partLists, fc.nat(), fc.nat(255))
      .map(([{ parts }, at, bit]) => ({
        body: Buffer.from(flip([encode(parts), at, bit])),
        contentType: 'multipart/form-data; boundary=b',
        hopeless: false,
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', '--b--', '--b\r\n', '--b', '\r\n', '--b\r\n\r\n--b--\r\n', '--b\n\n--b--')
      .map((text) => ({
        body: Buffer.from(text),
        contentType: 'multipart/form-data; boundary=b',
        hopeless: true,
      })),
  },
);

function oddTypes(): readonly string[] {
  const types = [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=other',
    'multipart/mixed; boundary=b',
    'multipart/form-data; boundary="b"',
  ];
  return [
    ...types,
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
    'MULTIPART/FORM-DATA; BOUNDARY=b',
    'multipart/form-data; boundary=b; boundary=c',
    'application/json',
    'multipart/form-data; boundary=\xff',
    '',
  ];
}

function encode(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ head, bytes }) => [
    Buffer.from(`--b\r\n${head}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from('--b--\r\n')]);
}

function cutAt(body: Buffer, part: number): Form {
  return {
    body: body.subarray(0, Math.floor(body.length * part)),
    contentType: 'multipart/form-data; boundary=b',
    hopeless: false,
  };
}

function flip([bytes, at, bit]: readonly [Uint8Array, number, number]): Uint8Array {
  return bytes.map((byte, index) => (index === at % Math.max(1, bytes.length) ? byte ^ bit : byte));
}
