import type { AlbumRecord, CreatedLinkRecord, SharedImagePage } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';

/** Two places in one cell of 0.1 degrees, and the middle of it. */
const PLACES = { one: [8.5417, 47.3769], other: [8.5987, 47.3123] } as const;
/** What the clocks of the cameras say they differ from UTC by, which tells a place, too. */
const OFFSETS = { one: '+01:00', other: '+02:00' } as const;
const MIDDLE = { longitude: 8.55, latitude: 47.35 };
const TYPES = ['jpeg', 'png', 'webp', 'avif'] as const;
/** No AVIF: see `withoutEffort`. */
const FORMS = ['', '?w=320&format=webp', '?w=640&format=jpeg&strip=metadata', '?format=thumbhash'];

type Place = keyof typeof PLACES;

/** A link to an album of photos that are alike but for their place, and what its holder gets. */
interface Holder {
  readonly ids: readonly string[];
  readonly names: readonly string[];
  readonly get: (path: string) => Promise<Buffer>;
  readonly page: (path: string) => Promise<Buffer>;
  /** Without what is random: secrets, identifiers, cursors. */
  readonly plain: (answer: Buffer) => string;
}

let server: ServerProcess;
let albums: Readonly<Record<Place, AlbumRecord & { readonly ids: readonly string[] }>>;

const degrees = (value: number): string =>
  `${Math.floor(value)}/1 ${Math.round((value % 1) * 600_000)}/10000 0/1`;

/** Each a minute after the one before it, by the camera's clock. */
async function photoAt(place: Place, index: number): Promise<Buffer> {
  const [longitude, latitude] = PLACES[place];
  const time = { DateTimeOriginal: `2026:05:01 12:0${index}:00`, OffsetTimeOriginal: OFFSETS[place] };
  const background = { r: 40 * index, g: 90, b: 120 };
  const gps = { GPSLatitudeRef: 'N', GPSLongitudeRef: 'E' };
  return await sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .withExif({
      IFD2: time,
      IFD3: { ...gps, GPSLatitude: degrees(latitude), GPSLongitude: degrees(longitude) },
    })
    .toFormat(TYPES[index % TYPES.length] ?? 'jpeg')
    .toBuffer();
}

/** The last photo has its metadata cut out, the others keep it. */
async function upload(place: Place): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index <= TYPES.length; index += 1) {
    const form = new FormData();
    form.set('metadata', index === TYPES.length ? 'remove' : 'keep');
    form.set('path', place);
    form.set('file', new Blob([Uint8Array.from(await photoAt(place, index))]), `p${index}.jpg`);
    ids.push((await server.json<{ readonly id: string }>('POST', '/api/upload', form)).id);
  }
  return ids;
}

async function hold(place: Place, position: string): Promise<Holder> {
  const { id: albumId, ids } = albums[place];
  const body = { resource: { type: 'album', id: albumId }, download: true, position };
  const { url } = await server.json<CreatedLinkRecord>('POST', '/api/links', body);
  const secret = url.slice(url.lastIndexOf('/') + 1);
  const read = (root: string) => async (path: string) => {
    const response = await server.fetch(`${root}/${secret}${path}`, { key: null });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const get = read('/api/shared');
  const listed = JSON.parse((await get('/images')).toString()) as SharedImagePage;
  const plain = (answer: Buffer): string =>
    [secret, ...ids]
      .reduce((text, each, index) => text.replaceAll(each, `${index}`), answer.toString('latin1'))
      // A placeholder is made in the background: it may be there or not yet.
      .replaceAll(/"nextCursor":"[^"]*"|cursor=[\w%]*|,"placeholder":\{[^}]*\}/g, '');
  return { ids, names: listed.images.map(({ name }) => name), get, page: read('/a'), plain };
}

/** What an AVIF tells but for its pixels: it is encoded with more effort once nobody waits, so that they tell when it was asked for. */
async function withoutEffort(avif: Buffer): Promise<Buffer> {
  const { format, width, height, exif, xmp, icc } = await sharp(avif).metadata();
  return Buffer.from(JSON.stringify({ format, width, height, exif, xmp, icc }));
}

/** Everything that the holder of a link can ask for, twice, without what is random. */
async function everything({ ids, get, page, plain }: Holder): Promise<Readonly<Record<string, string>>> {
  const answers: Record<string, string> = {};
  const note = async (name: string, answer: () => Promise<Buffer>): Promise<void> => {
    answers[name] = plain(await answer());
    expect([name, plain(await answer())]).toEqual([name, answers[name]]);
  };
  for (const path of ['', '/images', '/images?limit=2']) await note(`shared${path}`, () => get(path));
  await note('page', () => page(''));
  for (const [index, id] of ids.entries()) {
    await note(`page ${index}`, () => page(`/${id}`));
    for (const form of FORMS)
      await note(`file ${index}${form}`, async () => {
        const file = await get(`/images/${id}/file${form}`);
        return form === '' && TYPES[index] === 'avif' ? await withoutEffort(file) : file;
      });
  }
  return answers;
}

beforeAll(async () => {
  server = await ServerProcess.inMemory({ CAIRN_RATE_REQUESTS: '0', CAIRN_TRANSFORMS: 'anything' });
  const albumOf = async (place: Place) => {
    const ids = await upload(place);
    const images = [...ids].reverse();
    return { ...(await server.json<AlbumRecord>('POST', '/api/albums', { title: 'Trip', images })), ids };
  };
  albums = { one: await albumOf('one'), other: await albumOf('other') };
});

afterAll(() => server.dispose());

describe('a link with coarse positions', () => {
  it.each(['manual', 'newest', 'oldest'])(
    'answers alike for photos of one cell, in the order %s: nothing tells more than the cell',
    async (order) => {
      for (const { id } of Object.values(albums)) await server.json('PATCH', `/api/albums/${id}`, { order });
      const [one, other] = [await hold('one', 'coarse'), await hold('other', 'coarse')];
      const answers = await everything(one);
      expect(answers).toEqual(await everything(other));
      expect(answers['shared/images']).toContain('"takenAt":"2026-05-01T12:01:00"');
      const told = answers['shared/images']?.split(JSON.stringify(MIDDLE)).length ?? 0;
      expect(told - 1).toBe(one.ids.length);
    },
  );

  it('has the same originals in its archive as one by one, without a place in them', async () => {
    const [one, other] = [await hold('one', 'coarse'), await hold('other', 'coarse')];
    const [archive, alike] = [await one.get('/download'), await other.get('/download')];
    expect(archive.length).toBe(alike.length);
    for (const [index, id] of one.ids.entries()) {
      const original = await one.get(`/images/${id}/file`);
      expect(archive.includes(original)).toBe(true);
      expect(alike.includes(original)).toBe(true);
      expect((await sharp(original).metadata()).exif).toBeUndefined();
      expect(one.names).toContain(`p${index}.${TYPES[index % TYPES.length]?.replace('jpeg', 'jpg') ?? ''}`);
    }
  });

  it('differs so from one with exact positions, where the same questions tell the photos apart', async () => {
    const [one, other] = [
      await everything(await hold('one', 'exact')),
      await everything(await hold('other', 'exact')),
    ];
    const told = Object.keys(one).filter((name) => one[name] !== other[name]);
    const originals = TYPES.map((_, index) => `file ${index}`);
    expect(told).toEqual(['shared', 'shared/images', 'shared/images?limit=2', ...originals]);
  });
});
