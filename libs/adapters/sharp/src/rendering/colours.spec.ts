import { describe, expect, it } from '@jest/globals';
import { sourceOf } from '@cairn/testkit';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { colourProfile } from './colour-profile.js';
import { openRenderer } from './renderers.spec.kit.js';

const renderer = openRenderer({ processes: 1 });
const PNG_HEADER_BYTES = 33;

function withChunk(file: Buffer, type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([
    file.subarray(0, PNG_HEADER_BYTES),
    length,
    typed,
    checksum,
    file.subarray(PNG_HEADER_BYTES),
  ]);
}
const uints = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, at) => bytes.writeUInt32BE(value, 4 * at));
  return bytes;
};

/** The AVIF of libvips, which has three properties, with a fourth: colours by code points. */
function withCodePoints(file: Buffer, primaries: number, transfer: number): Buffer {
  const colours = Buffer.from([
    0,
    0,
    0,
    19,
    ...Buffer.from('colrnclx'),
    0,
    primaries,
    0,
    transfer,
    0,
    6,
    0x80,
  ]);
  const [ipma, media] = [file.indexOf('ipma'), file.indexOf('mdat') - 4];
  const parts = [
    file.subarray(0, ipma - 4),
    colours,
    file.subarray(ipma - 4, media),
    Buffer.of(4),
    file.subarray(media),
  ];
  const grown = Buffer.concat(parts);
  const grow = (at: number, by: number): void => void grown.writeUInt32BE(grown.readUInt32BE(at) + by, at);
  const start = (type: string): number => grown.indexOf(type) - 4;
  grow(start('ipco'), 19);
  grow(start('ipma'), 1);
  for (const type of ['iprp', 'meta']) grow(start(type), 20);
  grow(start('iloc') + 8 + 12, 20); // where the pixels begin, in version 0
  grown[start('ipma') + 18] = (grown[start('ipma') + 18] ?? 0) + 1;
  return grown;
}

const plain = (background: string): Sharp =>
  sharp({ create: { width: 8, height: 8, channels: 3, background } });
const [gamma, p3] = ['gAMA', 'cICP'];

async function shown(
  bytes: Buffer,
  contentType: 'image/png' | 'image/avif',
  transform: { readonly strip?: 'metadata' } = {},
): Promise<{ readonly pixel: readonly number[]; readonly icc: Buffer | undefined }> {
  const original = { contentType, width: 8, height: 8, frames: 1, orientation: 1 } as const;
  const request = {
    holder: 'a',
    source: sourceOf(bytes),
    original,
    transform: { w: 4, ...transform },
    output: 'image/png',
  } as const;
  const image = Buffer.from((await renderer.render(request).image).bytes);
  const { icc } = await sharp(image).metadata();
  const { data } = await sharp(image, { ignoreIcc: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixel: [...data.subarray(0, 3)], icc };
}

const near = (pixel: readonly number[], wanted: readonly number[]): void => {
  const off = Math.max(...pixel.map((value, at) => Math.abs(value - (wanted[at] ?? 0))));
  if (off > 3) expect(pixel).toEqual(wanted);
};

describe('the colours of a PNG', () => {
  it('are those of its gamma', async () => {
    const linear = withChunk(await plain('#cb2424').png().toBuffer(), gamma, uints(100_000));
    near((await shown(linear, 'image/png')).pixel, [230, 105, 105]);
  });

  it('are those of its gamma where it is grey, has 16 bits, or a palette', async () => {
    const grey = withChunk(
      await plain('#242424').toColourspace('b-w').png().toBuffer(),
      gamma,
      uints(100_000),
    );
    near((await shown(grey, 'image/png')).pixel, [105, 105, 105]);
    const deep = withChunk(
      await plain('#cb2424').toColourspace('rgb16').png().toBuffer(),
      gamma,
      uints(100_000),
    );
    near((await shown(deep, 'image/png')).pixel, [230, 105, 105]);
    const few = withChunk(await plain('#cb2424').png({ palette: true }).toBuffer(), gamma, uints(100_000));
    near((await shown(few, 'image/png')).pixel, [230, 105, 105]);
  });

  it('are those of its primaries, or of its code points before a profile', async () => {
    const points = uints(31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000);
    near(
      (await shown(withChunk(await plain('#cb2424').png().toBuffer(), 'cHRM', points), 'image/png')).pixel,
      [222, 0, 18],
    );
    const profiled = await plain('#cb2424').withIccProfile('srgb').png().toBuffer();
    const coded = withChunk(profiled, p3, Buffer.from([12, 13, 0, 1]));
    near((await shown(coded, 'image/png')).pixel, [222, 0, 18]);
  });

  it('stay numbers with a profile where that is asked for', async () => {
    const linear = withChunk(await plain('#cb2424').png().toBuffer(), gamma, uints(100_000));
    const { pixel, icc } = await shown(linear, 'image/png', { strip: 'metadata' });
    near(pixel, [0xcb, 0x24, 0x24]);
    expect(icc).toBeDefined();
  });

  it('are the numbers of one that says nothing', async () => {
    near((await shown(await plain('#cb2424').png().toBuffer(), 'image/png')).pixel, [0xcb, 0x24, 0x24]);
  });
});

describe('the colours of an AVIF', () => {
  const coded = async (background: string, primaries: number, transfer: number): Promise<Buffer> =>
    withCodePoints(
      await plain(background).avif({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer(),
      primaries,
      transfer,
    );

  it('are those of its code points', async () => {
    near((await shown(await coded('#cb2424', 12, 13), 'image/avif')).pixel, [222, 0, 18]);
    near((await shown(await coded('#cb2424', 1, 13), 'image/avif')).pixel, [0xcb, 0x24, 0x24]);
    near((await shown(await coded('#242424', 1, 8), 'image/avif')).pixel, [105, 105, 105]);
  });

  it('are dark in HDR where they are dark, and white at its peak', async () => {
    const grey = async (level: number, transfer: number): Promise<number> => {
      const digits = level.toString(16).padStart(2, '0');
      const [red = 0] = (await shown(await coded(`#${digits.repeat(3)}`, 9, transfer), 'image/avif')).pixel;
      return red;
    };
    expect(await grey(0, 16)).toBeLessThan(3);
    expect(await grey(193, 16)).toBeGreaterThan(250); // 1,000 cd/m²
    expect(await grey(255, 18)).toBeGreaterThan(250);
    expect(await grey(64, 16)).toBeLessThan(64);
  });
});

it('has a profile that libvips takes, for white of any kind', async () => {
  const white = [0.31, 0.316] as const;
  const primaries = { red: [0.67, 0.33], green: [0.21, 0.71], blue: [0.14, 0.08], white } as const;
  const profile = colourProfile({ primaries, transfer: { power: 2.2 } });
  expect(profile.length % 4).toBe(0);
  expect(profile.readUInt32BE(0)).toBe(profile.length);
});
