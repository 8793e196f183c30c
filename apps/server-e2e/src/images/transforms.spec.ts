import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerProcess, until } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { ImagesClient } from './images-client.js';
import { inSeconds, signed as signedAddress } from '../support/signed.js';

const SECRET = 'a-secret-of-the-site-of-32-characters';

let server: ServerProcess;
let images: ImagesClient;
let photo: string;

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const get = async (query: string, headers: Record<string, string> = {}): Promise<Response> =>
  await fetch(`${photo}?${query}`, { headers });
const metadata = async (query: string, headers?: Record<string, string>): Promise<readonly unknown[]> => {
  const answer = await get(query, headers);
  expect([query, answer.status]).toEqual([query, 200]);
  const { format, width, height } = await sharp(await bytesOf(answer)).metadata();
  return [answer.headers.get('content-type'), format, width, height];
};
const problemOf = async (answer: Response): Promise<readonly unknown[]> => {
  const { status, code, detail } = (await answer.json()) as Record<string, unknown>;
  return [status, code, detail];
};
const derivatives = async (): Promise<readonly string[]> =>
  (await readdir(join(server.dataDir, 'blobs', 'derivatives'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

beforeAll(async () => {
  server = await ServerProcess.start({
    env: {
      CAIRN_PRESETS: 'small=w=50&h=50&fit=cover;soft=blur=3&w=64',
      CAIRN_SIGNING_KEYS: `site:${SECRET}`,
    },
  });
  images = new ImagesClient(server);
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const made = sharp({ create: { width: 640, height: 480, channels: 3, background: '#888', noise } });
  ({ url: photo } = await images.uploaded({ bytes: await made.jpeg().toBuffer(), name: 'See 1.jpg' }));
});

afterAll(() => server.dispose());

describe('an image made by the address', () => {
  it('has the size and the type that are asked for', async () => {
    expect(await metadata('w=320')).toEqual(['image/jpeg', 'jpeg', 320, 240]);
    expect(await metadata('w=64&h=64&fit=cover&format=webp')).toEqual(['image/webp', 'webp', 64, 64]);
    expect(await metadata('w=3840')).toEqual(['image/jpeg', 'jpeg', 640, 480]);
    expect(await metadata('preset=small')).toEqual(['image/jpeg', 'jpeg', 50, 50]);
    expect(await metadata('preset=soft')).toEqual(['image/jpeg', 'jpeg', 64, 48]);
  });

  it('has the type that the client accepts, and says that it depends on that', async () => {
    const chrome = { accept: 'image/avif,image/webp,image/apng,*/*;q=0.8' };
    expect(await metadata('w=48&format=auto', chrome)).toEqual(['image/avif', 'heif', 48, 36]);
    const without = { accept: 'image/webp, image/avif;q=0' };
    expect(await metadata('w=48&format=auto', without)).toEqual(['image/webp', 'webp', 48, 36]);
    const other = await get('w=48&format=auto');
    expect([other.headers.get('content-type'), other.headers.get('vary')]).toEqual(['image/jpeg', 'Accept']);
    expect((await get('w=48')).headers.get('vary')).toBeNull();
    expect((await get('w=47&format=auto')).headers.get('vary')).toBe('Accept');
  });

  it('has headers like a file, and an address for each spelling, with one tag', async () => {
    const answer = await get('w=96&h=96&fit=cover&format=webp');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-length': String((await bytesOf(answer)).length),
      'cache-control': 'public, max-age=3600, stale-while-revalidate=60',
      'accept-ranges': 'bytes',
      'content-disposition': 'inline; filename="See 1.webp"',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const etag = answer.headers.get('etag') ?? '';
    for (const query of [
      'format=WEBP&fit=cover&h=96&w=096',
      'w=48&h=48&dpr=2&fit=cover&format=webp&position=centre',
    ])
      expect((await get(query)).headers.get('etag')).toBe(etag);
    const known = await get('w=96&h=96&fit=cover&format=webp', { 'if-none-match': etag });
    expect([known.status, known.headers.get('etag'), await known.text()]).toEqual([304, etag, '']);
  });

  it('is not rendered for who has it already', async () => {
    const first = await get('w=128');
    const before = await derivatives();
    const etag = first.headers.get('etag') ?? '';
    expect((await get('w=128', { 'if-none-match': etag })).status).toBe(304);
    expect((await get('w=160', { 'if-none-match': '*' })).status).toBe(304);
    expect(await derivatives()).toEqual(before);
  });

  it('is sent in parts, and described by HEAD', async () => {
    const whole = await bytesOf(await get('w=200'));
    const part = await get('w=200', { range: 'bytes=5-9' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 5-9/${whole.length}`]);
    expect(await bytesOf(part)).toEqual(whole.subarray(5, 10));
    const head = await fetch(`${photo}?w=200`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.length)]);
  });

  it('is the same for a hundred clients at once', async () => {
    const before = await derivatives();
    const answers = await Promise.all(Array.from({ length: 100 }, () => get('w=480&format=png')));
    const bodies = await Promise.all(answers.map(bytesOf));
    expect(new Set(bodies.map((body) => body.toString('base64'))).size).toBe(1);
    expect(await derivatives()).toHaveLength(before.length + 1);
  });

  it('is its own where images of one name in two folders are asked for in many sizes at once', async () => {
    const colours = ['#c02000', '#0020c0'];
    const urls = await Promise.all(
      colours.map(async (background, index) => {
        const made = sharp({ create: { width: 400, height: 300, channels: 3, background } });
        const parts = { bytes: await made.png().toBuffer(), name: 'same.png', path: `folder-${index}` };
        return (await images.uploaded(parts)).url;
      }),
    );
    const asked = urls.flatMap((url, index) =>
      [48, 64, 96, 160, 320].map((width) => ({ url, index, width })),
    );
    for (const time of ['rendered', 'stored'])
      await Promise.all(
        asked.map(async ({ url, index, width }) => {
          const bytes = await bytesOf(await fetch(`${url}?w=${width}`));
          const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
          const colour = data.subarray(0, 3).toString('hex');
          expect([time, info.width, `#${colour}`]).toEqual([time, width, colours[index]]);
        }),
      );
  });

  it('keeps moving', async () => {
    const { url } = await images.uploaded({ bytes: fixtures.animatedGif.bytes, name: 'a.gif' });
    const pages = async (query: string): Promise<number | undefined> =>
      (await sharp(await bytesOf(await fetch(`${url}?${query}`)), { pages: -1 }).metadata()).pages;
    expect(await pages('w=32')).toBe(fixtures.animatedGif.format.frames);
    expect(await pages('w=32&format=webp')).toBe(fixtures.animatedGif.format.frames);
  });

  it('is gone with the image, and its bytes when that is deleted for good', async () => {
    const { id, url } = await images.uploaded({ name: 'gone.jpg' });
    const before = await derivatives();
    expect((await fetch(`${url}?w=32`)).status).toBe(200);
    expect(await derivatives()).toHaveLength(before.length + 1);
    await server.fetch(`/api/images/${id}`, { method: 'DELETE' });
    expect((await fetch(`${url}?w=32`)).status).toBe(404);
    await server.fetch(`/api/trash/${id}`, { method: 'DELETE' });
    await until('its derivatives are deleted', async () => (await derivatives()).length <= before.length);
  });

  it('does not count towards the quota', async () => {
    const quota = async (): Promise<unknown> => await (await server.fetch('/api/quota')).json();
    const before = await quota();
    await get('w=600');
    expect(await quota()).toEqual(before);
  });
});

describe('an address that asks for an image', () => {
  it('that only a signature may ask for is refused with the nearest one', async () => {
    expect(await problemOf(await get('w=321&blur=2'))).toEqual([
      403,
      'transform-refused',
      expect.stringContaining('`?w=400`'),
    ]);
  });

  it('with faults is refused with all of them', async () => {
    const answer = await get('w=0&h=1&h=2&size=3&q=abc');
    const { errors } = (await answer.json()) as { errors: readonly { pointer: string }[] };
    expect([answer.status, errors.map(({ pointer }) => pointer)]).toEqual([400, ['/size', '/w', '/h', '/q']]);
  });

  it('of nothing is 404 like that of a file', async () => {
    expect((await fetch(photo.replace('See', 'None') + '?w=32')).status).toBe(404);
  });

  it('without a parameter of a transform is that of the file', async () => {
    const original = await fetch(photo);
    const other = await get('v=2&utm_source=x');
    expect(other.headers.get('etag')).toBe(original.headers.get('etag'));
    expect(await bytesOf(other)).toEqual(await bytesOf(original));
  });
});

describe('a signed address', () => {
  const signed = (query: string): string => signedAddress(photo, query, SECRET).slice(photo.length + 1);

  it('may ask for anything, and is cached no longer than it is valid', async () => {
    expect(await metadata(signed('w=321&blur=2&key=site'))).toEqual(['image/jpeg', 'jpeg', 321, 241]);
    const answer = await get(signed(`w=321&expires=${inSeconds(100)}&key=site`));
    const [, age] =
      /^public, max-age=(\d+), must-revalidate$/.exec(answer.headers.get('cache-control') ?? '') ?? [];
    expect(Number(age)).toBeGreaterThan(10);
    expect(Number(age)).toBeLessThanOrEqual(100);
  });

  it('of the file itself serves it', async () => {
    const original = await fetch(photo);
    expect((await get(signed('key=site'))).headers.get('etag')).toBe(original.headers.get('etag'));
  });

  it('that was changed or has expired is refused', async () => {
    const changed = await get(signed('w=321&key=site').replace('321', '320'));
    expect((await problemOf(changed)).slice(0, 2)).toEqual([403, 'invalid-signature']);
    const late = await get(signed(`w=321&expires=${inSeconds(-1)}&key=site`));
    expect((await problemOf(late)).slice(0, 2)).toEqual([403, 'address-expired']);
  });

  it('still has its faults named', async () => {
    expect((await get(signed('w=0&key=site'))).status).toBe(400);
  });
});
