import { orientationEdits, edited } from '@cairn/image-structure';
import { composeEdit, type EditChange, type Transform } from '@cairn/images';
import { afterAll, describe, expect, it } from '@jest/globals';
import { libvips } from '../libvips.js';
import { renderImage } from './render-image.js';
import { SharpImageRenderer } from './sharp-image-renderer.js';

const WIDTH = 6;
const HEIGHT = 4;
const renderer = new SharpImageRenderer({ processes: 1 });
afterAll(() => renderer.close());

/** Each pixel has a colour of its own: red tells the column, green the row. */
function pixels(): Buffer {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y += 1)
    for (let x = 0; x < WIDTH; x += 1) data.set([x * 40, y * 60, 0], (y * WIDTH + x) * 3);
  return data;
}

async function pictureOf(orientation: number): Promise<Buffer> {
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
  return await libvips()(pixels(), { raw }).withMetadata({ orientation }).png().toBuffer();
}

interface Raw {
  readonly width: number;
  readonly height: number;
  readonly data: string;
}

async function rawOf(bytes: Uint8Array): Promise<Raw> {
  const image = libvips()(bytes).autoOrient().removeAlpha().toColourspace('srgb');
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data: data.toString('hex') };
}

const original = (orientation: number, change?: EditChange) => {
  const format = { contentType: 'image/png', width: WIDTH, height: HEIGHT, frames: 1, orientation } as const;
  const edit = change && composeEdit(format, change);
  return { ...format, ...(edit && { edit }) };
};

async function shown(orientation: number, change: EditChange, transform: Transform = {}): Promise<Raw> {
  const job = { transform: { format: 'png', ...transform }, output: 'image/png', effort: 'fast' } as const;
  const bytes = await pictureOf(orientation);
  const whole = { ...job, sizeInBytes: bytes.length, original: original(orientation, change) };
  return await rawOf((await renderImage(bytes, whole)).bytes);
}

/** The steps one by one, by libvips alone. */
async function expected(
  orientation: number,
  { turn = 0, mirror = false }: EditChange,
  box?: { left: number; top: number; width: number; height: number },
): Promise<Raw> {
  let bytes = await libvips()(await pictureOf(orientation))
    .autoOrient()
    .png()
    .toBuffer();
  if (mirror) bytes = await libvips()(bytes).flop().png().toBuffer();
  bytes = await libvips()(bytes).rotate(turn).png().toBuffer();
  if (box) bytes = await libvips()(bytes).extract(box).png().toBuffer();
  return await rawOf(bytes);
}

const turns = [0, 90, 180, 270] as const;
const changes = turns.flatMap((turn) => [false, true].map((mirror) => ({ turn, mirror })));

describe.each([1, 3, 6, 7])('a picture with orientation %i', (orientation) => {
  it.each(changes)('is turned and mirrored by %j', async (change) => {
    expect(await shown(orientation, change)).toEqual(await expected(orientation, change));
  });

  it.each(changes)('is turned by %j with a change of its EXIF orientation only', async (change) => {
    const bytes = await pictureOf(orientation);
    const { edit } = original(orientation, change);
    if (edit === undefined) return;
    const edits = orientationEdits(bytes, { contentType: 'image/png', orientation: edit.orientation });
    const parts: Uint8Array[] = [];
    for await (const part of edited(only(bytes), edits ?? [])) parts.push(part);
    expect(edits).toHaveLength(1);
    expect(await rawOf(Buffer.concat(parts))).toEqual(await expected(orientation, change));
  });

  it('is cropped after it was turned, and before a transform crops it', async () => {
    const change = { turn: 90, crop: { left: 0.25, top: 0, width: 0.5, height: 0.5 } } as const;
    const upright = orientation > 4 ? { width: WIDTH, height: HEIGHT } : { width: HEIGHT, height: WIDTH };
    const box = {
      left: Math.round(upright.width * 0.25),
      top: 0,
      width: Math.round(upright.width * 0.75) - Math.round(upright.width * 0.25),
      height: upright.height / 2,
    };
    expect(await shown(orientation, change)).toEqual(await expected(orientation, change, box));
    const part = { left: 1, top: 1, width: 1, height: 1 };
    const moved = { ...part, left: box.left + 1, top: box.top + 1 };
    expect(await shown(orientation, change, { crop: part })).toEqual(
      await expected(orientation, change, moved),
    );
  });

  it('is cropped without a turn in one step, also in its own process', async () => {
    const change = { crop: { left: 0.5, top: 0.5, width: 0.5, height: 0.5 } };
    const bytes = await pictureOf(orientation);
    const upright = orientation > 4 ? { width: HEIGHT, height: WIDTH } : { width: WIDTH, height: HEIGHT };
    const box = {
      left: upright.width / 2,
      top: upright.height / 2,
      width: upright.width / 2,
      height: upright.height / 2,
    };
    const rendering = renderer.render({
      holder: 'alice',
      source: { sizeInBytes: bytes.length, path: undefined, read: () => only(bytes) },
      original: original(orientation, change),
      transform: { format: 'png' },
      output: 'image/png',
    });
    expect(await rawOf((await rendering.image).bytes)).toEqual(await expected(orientation, {}, box));
  });
});

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
