import { beforeAll, describe, expect, it } from '@jest/globals';
import { avifPlaces } from './avif-places.spec.kit.js';
import { makeBases, type Bases } from './bases.spec.kit.js';
import { gifPlaces } from './gif-places.spec.kit.js';
import { jpegPlaces } from './jpeg-places.spec.kit.js';
import type { Places } from './places.spec.kit.js';
import { pngPlaces } from './png-places.spec.kit.js';
import { MARKER, served, shown } from './served.spec.kit.js';
import { webpPlaces } from './webp-places.spec.kit.js';

/** So many bytes must not come out. */
const TOLD = MARKER.subarray(0, 8);

let bases: Bases;

beforeAll(async () => {
  bases = await makeBases();
});

/** Files that are refused: these places cannot be told from pixels, or cut off from them, without decoding and encoding. */
const REFUSED = new Set([
  'JPEG: before the first segment', // not even the type
  'PNG: more rows than the image has',
  'PNG: a stream that breaks behind the last row',
  'WebP: behind the pixels',
  'WebP: behind lossless pixels',
  'WebP: behind the transparency',
  'WebP: behind the pixels of a transparent image',
  'WebP: behind the pixels of a frame',
  'GIF: in place of the trailer', // cut short
]);

const all: Readonly<Record<string, Places>> = {
  JPEG: jpegPlaces,
  PNG: pngPlaces,
  WebP: webpPlaces,
  GIF: gifPlaces,
  AVIF: avifPlaces,
};

describe.each(Object.entries(all))('in a %s, what is told', (type, places) => {
  it.each(Object.entries(places))('%s does not come out, and the image stays', async (place, make) => {
    const bytes = make(bases);
    expect(bytes.includes(TOLD)).toBe(true);
    const before = await shown(bytes);
    expect(before).toBeDefined();
    const after = await served(bytes);
    if (REFUSED.has(`${type}: ${place}`)) return expect(after).toBe('refused');
    if (after === 'refused') throw new Error('It is refused.');
    expect(after.includes(TOLD)).toBe(false);
    expect(await shown(after)).toBe(before);
    expect(await served(after)).toEqual(after);
  });
});

it('leaves files without metadata as they are', async () => {
  for (const [name, bytes] of Object.entries<Buffer>({ ...bases }))
    expect([name, await served(bytes)]).toEqual([name, bytes]);
});
