import { ServerProcess } from '@cairn/harness';
import { bmpFile } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { heic, inContainer, jxl } from './further-files.js';

const MAX_MS = 20_000; // a header is read in less than 100; to decode so many pixels takes minutes
/** 1000000 × 1000000 pixels: SizeHeader with the widest numbers. */
const HUGE_JXL = Buffer.from('ff0afe117a00f08fd0031000000000', 'hex');

/** Red above green. */
const ROWS = [0, 255, 0, 255].flatMap((red) => Array.from({ length: 64 }, () => [0, 255 - red, red])).flat();
const bmp = bmpFile({ width: 64, height: 4, bits: 24, pixels: ROWS });

let server: ServerProcess;
let tiff: Buffer;

const pixels = (): Sharp => sharp({ create: { width: 64, height: 48, channels: 3, background: '#fd1' } });
const upload = async (bytes: Uint8Array, fields: Record<string, string> = {}): Promise<Response> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'Photo.bin');
  return await server.fetch('/api/upload', { method: 'POST', body: form });
};
const stored = async (bytes: Uint8Array, fields?: Record<string, string>) => {
  const answer = await upload(bytes, fields);
  const { id, url } = (await answer.json()) as { readonly id: string; readonly url: string };
  const shown = await (await server.fetch(`/api/images/${id}?include=metadata,srcset`)).json();
  const { metadata, srcset } = shown as Record<'metadata' | 'srcset', Record<string, unknown>>;
  return { url, metadata, srcset, status: answer.status };
};
const outcome = async (answer: Response): Promise<readonly unknown[]> => {
  const { code, errors } = (await answer.json()) as { code: string; errors?: { pointer: string }[] };
  return [answer.status, code, errors?.map(({ pointer }) => pointer)];
};
const rendered = async (url: string, query: string) => {
  const bytes = Buffer.from(await (await fetch(`${url}?${query}`)).arrayBuffer());
  const { format, width, height } = await sharp(bytes).metadata();
  const [red = 0, green = 0, blue = 0] = await sharp(bytes).removeAlpha().raw().toBuffer();
  return { shape: [format, width, height], first: [red, green, blue] };
};
const originalOf = async (url: string): Promise<readonly [string | null, Buffer]> => {
  const answer = await fetch(url);
  return [answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer())];
};

beforeAll(async () => {
  server = await ServerProcess.inMemory({ CAIRN_IMAGE_TYPES: 'heic,jxl,tiff,bmp' });
  tiff = await pixels()
    .withExif({ IFD0: { Artist: 'Jane' } })
    .tiff({ compression: 'lzw' })
    .toBuffer();
});

afterAll(() => server.dispose());

describe('an image of a type that browsers do not show', () => {
  it('is stored as HEIC without its metadata, and made into those that they show', async () => {
    const { url, metadata, srcset } = await stored(heic);
    const [type, bytes] = await originalOf(url);
    expect([type, url.endsWith('Photo.heic'), bytes.length]).toEqual(['image/heic', true, heic.length]);
    expect(bytes.includes('Jane')).toBe(false);
    expect(metadata).toMatchObject({
      type: 'image/heic',
      width: 64,
      height: 48,
      frames: 1,
      removed: expect.arrayContaining(['exif', 'gps']),
      color: expect.stringMatching(/^#/),
    });
    expect((await rendered(url, 'w=32')).shape).toEqual(['webp', 32, 24]);
    expect((await rendered(url, 'w=32&format=jpeg')).shape).toEqual(['jpeg', 32, 24]);
    expect(srcset['original']).not.toContain('heic 64w');
    const [{ first }, other] = [
      await rendered(url, 'format=png'),
      await rendered((await stored(jxl)).url, 'format=png'),
    ];
    for (const [channel, value] of first.entries())
      expect(Math.abs(value - (other.first[channel] ?? -99))).toBeLessThan(6);
  });

  it('is stored as JPEG XL, with its boxes of metadata cut out', async () => {
    const { url, metadata } = await stored(jxl);
    expect(await originalOf(url)).toEqual(['image/jxl', jxl]);
    expect(metadata).toMatchObject({ type: 'image/jxl', width: 64, height: 48, removed: [] });
    const exif = (
      await sharp(
        await pixels()
          .withExif({ IFD0: { Artist: 'Jane' } })
          .jpeg()
          .toBuffer(),
      ).metadata()
    ).exif;
    const container = await stored(inContainer(jxl, exif?.subarray(6) ?? Buffer.alloc(0)));
    const [, bytes] = await originalOf(container.url);
    expect([bytes.includes('Exif'), bytes.includes(jxl)]).toEqual([false, true]);
    expect(container.metadata).toMatchObject({ removed: ['exif', 'owner'] });
    const [whole, bare] = [await rendered(container.url, 'w=32'), await rendered(url, 'w=32')];
    expect([whole.shape, whole.first]).toEqual([['webp', 32, 24], bare.first]);
  });

  it('is stored as TIFF with its metadata only', async () => {
    expect(await outcome(await upload(tiff))).toEqual([400, 'invalid-input', ['/metadata']]);
    const { url, metadata } = await stored(tiff, { metadata: 'keep' });
    expect(await originalOf(url)).toEqual(['image/tiff', tiff]);
    expect(metadata).toMatchObject({ type: 'image/tiff', width: 64, height: 48, removed: [] });
    const { shape, first } = await rendered(url, 'w=32&format=png');
    expect([shape, first]).toEqual([
      ['png', 32, 24],
      [255, 221, 17],
    ]);
  });

  it('is stored as BMP without what stands behind its pixels', async () => {
    const { url, metadata } = await stored(Buffer.concat([bmp, Buffer.from('by Jane')]));
    expect(await originalOf(url)).toEqual(['image/bmp', bmp]);
    expect(metadata).toMatchObject({ type: 'image/bmp', width: 64, height: 4, removed: ['trailing-data'] });
    expect(await rendered(url, 'w=32&format=png')).toMatchObject({ shape: ['png', 32, 2] });
    expect(await rendered(url, 'format=png')).toEqual({ shape: ['png', 64, 4], first: [255, 0, 0] });
  });

  it('is refused by its header where it has too many pixels, before anything is decoded', async () => {
    const huge = Buffer.from(tiff);
    const at = huge.readUInt32LE(4) + 2;
    for (let entry = at; entry < at + 36; entry += 12)
      if ([256, 257].includes(huge.readUInt16LE(entry))) {
        huge.writeUInt16LE(4, entry + 2);
        huge.writeUInt32LE(1_000_000, entry + 8);
      }
    const hugeHeic = Buffer.from(heic);
    const size = hugeHeic.lastIndexOf('ispe') + 8;
    hugeHeic.writeUInt32BE(60_000, size);
    hugeHeic.writeUInt32BE(60_000, size + 4);
    const hugeBmp = bmpFile({ width: 60_000, height: 60_000, bits: 8, compression: 1, pixels: [0, 1] });
    for (const bytes of [huge, HUGE_JXL, hugeHeic, hugeBmp]) {
      const before = Date.now();
      const [status, code] = await outcome(await upload(bytes, { metadata: 'keep' }));
      expect([status, Date.now() - before < MAX_MS]).toEqual([422, true]);
      expect(['too-many-pixels', 'undecodable-image']).toContain(code);
    }
  });

  it.each(['heic', 'jxl', 'tiff', 'bmp'] as const)(
    'is refused or unrenderable as %s where it is cut short',
    async (type) => {
      const bytes = { heic, jxl, tiff, bmp }[type];
      for (const length of [16, 40, Math.floor(bytes.length / 2), bytes.length - 20]) {
        const answer = await upload(bytes.subarray(0, length), { metadata: 'keep' });
        if (answer.status !== 201) {
          expect([415, 422]).toContain(answer.status);
          continue;
        }
        const { url } = (await answer.json()) as { readonly url: string };
        expect([200, 422]).toContain((await fetch(`${url}?w=32`)).status);
      }
      expect((await server.fetch('/health')).status).toBeLessThan(500);
    },
  );
});
