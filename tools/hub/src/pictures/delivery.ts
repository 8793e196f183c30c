import { IN_MEMORY, ServerProcess } from '@cairn/harness';
import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { draw } from './landscape.js';

const FOLDER = 'docs/pictures';

// Makes the pictures of docs/delivery.md: uploads a drawn photo, and asks for it by the addresses that the page shows.

const MAX_BYTES = 10_000;
const SMALL = 'format=webp&q=80';

/** The queries by the name of the picture. */
const queries: Readonly<Record<string, string>> = {
  'fit-inside': 'w=180&h=180&fit=inside',
  'fit-cover': 'w=180&h=180&fit=cover',
  'fit-contain': 'w=180&h=180&fit=contain&background=d9d9d9',
  'fit-outside': 'w=180&h=180&fit=outside',
  'fit-fill': 'w=180&h=180&fit=fill',
  'position-left': 'w=110&h=180&fit=cover&position=left',
  'position-centre': 'w=110&h=180&fit=cover&position=centre',
  'position-point': 'w=110&h=180&fit=cover&position=0.8,0.5',
  'position-attention': 'w=110&h=180&fit=cover&position=attention',
  crop: 'crop=250,150,600,400&w=180',
  blur: 'w=180&blur=4',
  rotate: 'w=120&rotate=90',
  flip: 'w=180&flip=h',
  pad: 'w=150&pad=12,15&background=2b2350',
};

const server = await ServerProcess.start({
  env: { ...IN_MEMORY, CAIRN_TRANSFORMS: 'anything' },
});
try {
  const url = await uploaded();
  for (const [name, query] of Object.entries(queries)) {
    await keep(name, new Uint8Array(await (await asked(`${url}?${query}&${SMALL}`)).arrayBuffer()));
  }
  await keep('thumbhash', await shown(await (await asked(`${url}?format=thumbhash`)).text()));
  for (const format of ['color', 'thumbhash', 'blurhash'])
    process.stdout.write(`${format}: ${await (await asked(`${url}?format=${format}`)).text()}\n`);
} finally {
  await server.dispose();
}

async function keep(name: string, picture: Uint8Array): Promise<void> {
  await keepPicture(`delivery-${name}`, picture, MAX_BYTES);
}

/** What a page shows of a ThumbHash. */
async function shown(thumbhash: string): Promise<Uint8Array> {
  const { w: width, h: height, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'));
  return await sharp(rgba, { raw: { width, height, channels: 4 } })
    .resize({ width: 180 })
    .webp({ quality: 80 })
    .toBuffer();
}

async function uploaded(): Promise<string> {
  const bytes = await draw(
    {
      seed: 174_218,
      ridges: 5,
      light: [0.8, 0.3],
      water: 0.62,
      colours: ['#2b2350', '#a4506e', '#f59f62', '#1d1a33'],
    },
    { camera: ['FUJIFILM', 'X-T5'], time: '2026:07:12 18:20:33' },
  );
  return server.address + (await server.upload({ bytes, name: 'lake.jpg' })).path;
}

async function asked(address: string): Promise<Response> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} was answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Keeps a picture of the documentation. @throws {Error} when it is too large: a page with many of them has to stay quick. */
export async function keepPicture(name: string, picture: Uint8Array, maxBytes: number): Promise<void> {
  if (picture.length > maxBytes) throw new Error(`${name} has ${picture.length} bytes.`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name}.webp`), picture);
  process.stdout.write(`${name}: ${picture.length} bytes\n`);
}
