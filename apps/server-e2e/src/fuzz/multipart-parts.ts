import { bombPng, broken, damagedPng, fixtures } from '@cairn/testkit';
import fc from 'fast-check';
import { weighted } from './weighted.js';
import { anyText, repeated } from './naughty-strings.js';

/** A part of a form. `head` has its header lines. */
export interface Part {
  readonly head: string;
  readonly bytes: Uint8Array;
}

const { jpeg, png, webp, gif, avif, animatedGif, rotatedJpeg } = fixtures;
const validFiles = [jpeg, png, webp, gif, avif, animatedGif, rotatedJpeg].map(({ bytes }) => bytes);
const invalidFiles = [...Object.values(broken), bombPng, damagedPng].map(({ bytes }) => bytes);
const names = fc.oneof(
  fc.constantFrom('lake.jpg', 'a.png', 'Größe.webp', 'x'),
  anyText.map((text) => text.replaceAll(/["\r\n]/g, '')),
);
const disposition = (parameters: string): string => `Content-Disposition: form-data; ${parameters}`;

function filePart(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Part> {
  return fc.tuple(names, bytes).map(([name, content]) => ({
    head: `${disposition(`name="file"; filename="${name}"`)}\r\nContent-Type: image/jpeg`,
    bytes: content,
  }));
}

function field(name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Part> {
  return value.map((text) => ({ head: disposition(`name="${name}"`), bytes: Buffer.from(text) }));
}

/** Valid images. */
export const validFile = filePart(fc.constantFrom(...validFiles));

/** Invalid images. */
export const invalidFile = filePart(fc.constantFrom(...invalidFiles));

/** Images with one byte changed, which may still be valid. */
export const flippedFile = filePart(
  fc.tuple(fc.constantFrom(...validFiles), fc.nat(), fc.nat(255)).map(flip),
);

const segments = fc.array(fc.stringMatching(/^[\w()+~ -]{1,12}$/), { maxLength: 8 });
const tagList = fc.array(fc.stringMatching(/^[\w ]{1,12}$/), { maxLength: 6 });

/** Valid paths, tags and choices. */
export const validFields = fc.tuple(
  field(
    'path',
    segments.map((all) => all.join('/')),
  ),
  field(
    'tags',
    tagList.map((all) => all.join(',')),
  ),
  field('metadata', fc.constantFrom('keep', 'remove')),
);

const oddText = fc.oneof(anyText, repeated(fc.constantFrom('a,', 'a/', 'é', 'x'), [60, 300, 30_000, 70_000]));

/** Paths, tags and choices of arbitrary text. */
export const oddFields = fc.tuple(field('path', oddText), field('tags', oddText), field('metadata', oddText));

const oddHeads = [
  '',
  'X: y',
  `X-Flood: ${'h'.repeat(20_000)}`,
  'A: b\r\n'.repeat(2_000).trimEnd(),
  'Content-Disposition: form-data',
  'Content-Disposition: attachment; name="file"; filename="a"',
  'content-disposition:form-data;name="tags"',
  `${disposition('name="tags"')}\r\n folded: yes`,
  ...['name=""', 'name="file"', 'name="file"; filename=""', 'name=file; filename=a.png'].map(disposition),
  ...[`name="file"; filename*=UTF-8''%e2%82%ac.png`, `name="file"; filename*=x'y'%zz`].map(disposition),
  ...['name="other"; filename="a.png"', 'name="file"; name="path"', 'name="f\0ile"; filename="a\0.png"'].map(
    disposition,
  ),
  ...['name="a[b][c]"', 'name="__proto__"', 'name="a[999999999]"', `name="${'n'.repeat(500)}"`].map(
    disposition,
  ),
  ...['name="path\r\nX-Y: z"', `name="file"; filename="${'f'.repeat(3_000)}.png"`].map(disposition),
  ...['base64', 'quoted-printable', 'x'].map(
    (way) => `${disposition('name="path"')}\r\nContent-Transfer-Encoding: ${way}`,
  ),
  ...['utf-16le', 'x'].map(
    (name) => `${disposition('name="tags"')}\r\nContent-Type: text/plain; charset=${name}`,
  ),
];

/** Parts with unusual header lines. */
export const oddPart: fc.Arbitrary<Part> = fc
  .tuple(fc.constantFrom(...oddHeads), fc.constantFrom(...validFiles))
  .map(([head, bytes]) => ({ head, bytes }));

/** Numbers of fields around the limit, and far beyond it. */
export const manyFields: fc.Arbitrary<readonly Part[]> = weighted(
  [4, fc.constantFrom(18, 19, 20, 21)],
  [1, fc.constant(2_000)],
).chain((count) =>
  field('tags', fc.constant('many')).map((part) => Array.from({ length: count }, () => part)),
);

/** Changes one byte. */
export function flip([bytes, at, bits]: readonly [Uint8Array, number, number]): Uint8Array {
  return bytes.map((byte, index) => (index === at % bytes.length ? byte ^ bits : byte));
}
