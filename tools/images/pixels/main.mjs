/**
 * Asks a server for every operation of the address on pictures of every kind, and compares the answers with what the
 * command line of libvips makes of the same pictures; with ImageMagick, too, what they look like before any operation.
 * Needs the Debian packages libvips-tools, imagemagick-6.q16 and icc-profiles-free.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess, uploadForm } from '@cairn/harness';
import sharp from 'sharp';
import { imageMagick } from '../debian-tools.mjs';
import { asInGif, differenceOf, differenceWithin, pixelsOf } from './difference.mjs';
import { makePictures } from './pictures.mjs';
import { queriesFor } from './queries.mjs';
import { isFound, References } from './reference.mjs';

const LEAST_PICTURES = 40;
const LOOK = 24;
const MOST_LOOK = 6;
/**
 * ImageMagick 6 turns no PNG, has another notion of CMYK without a profile, sees no transparency in AVIF, and opens
 * nothing this wide in Debian.
 */
const UNLIKE = /^(?:orientation-.*\.png|cmyk\.jpg|alpha\.avif|wide\.jpg)$/;
const SRGB = '/usr/share/color/icc/sRGB.icc';
const [only = ''] = process.argv.slice(2);
const work = await mkdtemp(join(tmpdir(), 'cairn-pixels-'));
const references = new References(work);
const server = await ServerProcess.start({
  env: {
    CAIRN_TRANSFORMS: 'anything',
    CAIRN_PRESETS: 'card=w=48&h=36&fit=cover&flip=h',
    CAIRN_RATE_UPLOADS: '0',
    CAIRN_RATE_REQUESTS: '0',
  },
});
const totals = { pictures: 0, answers: 0, faults: 0, mean: 0 };
try {
  const pictures = (await makePictures(work)).filter(({ name }) => new RegExp(only).test(name));
  for (const picture of pictures) await check(picture);
  const { answers, faults, mean } = totals;
  console.log(
    `${pictures.length} pictures, ${answers} answers, ${faults} wrong; mean difference ${(mean / answers).toFixed(2)} of 255`,
  );
  if (only === '' && pictures.length < LEAST_PICTURES)
    throw new Error(`There must be ${LEAST_PICTURES} pictures or more.`);
} finally {
  await server.dispose();
  await rm(work, { recursive: true });
}
process.exitCode = totals.faults === 0 ? 0 : 1;

async function check({ name, file, bytes }) {
  const answer = await server.fetch('/api/upload', { method: 'POST', body: uploadForm({ bytes, name }) });
  const uploaded = await answer.json();
  if (answer.status !== 201) return report(name, 0, [`refused with ${answer.status}: ${uploaded.detail}`]);
  const { pages: frames = 1 } = await sharp(bytes, { pages: -1 }).metadata();
  const upright = await Promise.all(
    Array.from({ length: frames }, (_, page) => references.upright({ file, page })),
  );
  const faults = await Promise.all([
    ...(UNLIKE.test(name) ? [] : [lookOf(uploaded.url, file)]),
    ...queriesFor({ name, ...upright[0], frames }).map((query) => faultsOf(uploaded.url, query, upright)),
  ]);
  report(name, faults.length, faults.flat());
}

function report(name, answers, faults) {
  totals.answers += answers;
  totals.faults += faults.length;
  console.log(`${faults.length > 0 ? 'WRONG' : 'ok   '} ${name} (${answers})`);
  for (const fault of faults) console.log(`      ${fault}`);
}

/** What is wrong with the answer to a query. */
async function faultsOf(url, { parameters, means = parameters, mean: most, isMoving }, upright) {
  const query = Object.entries(parameters)
    .map((pair) => pair.join('='))
    .join('&');
  const answer = await fetch(`${url}?${query}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const wrong = (text) => [`${query}: ${text}`];
  if (answer.status !== 200) return wrong(`${answer.status} ${bytes}`);
  const pages = isMoving ? upright : upright.slice(0, 1);
  const { orientation, icc, pages: frames = 1 } = await sharp(bytes, { pages: -1 }).metadata();
  if (frames !== pages.length) return wrong(`${frames} frames instead of ${pages.length}`);
  if (orientation !== undefined) return wrong(`an orientation of ${orientation} is left`);
  if (icc !== undefined && parameters.strip !== 'metadata') return wrong('a colour profile is left');
  const faults = [];
  for (const [page, base] of pages.entries()) {
    const expected = await references.transformed(base, means);
    const got = await pixelsOf(bytes, page);
    const seen = await pixelsOf(await readFile(expected.file));
    const reference = answer.headers.get('content-type') === 'image/gif' ? asInGif(seen) : seen;
    if (got.width !== expected.width || got.height !== expected.height)
      return wrong(`${got.width} × ${got.height} instead of ${expected.width} × ${expected.height}`);
    const { mean, far } = isFound(means) ? differenceWithin(got, reference) : differenceOf(got, reference);
    totals.mean += mean / pages.length;
    if (mean > most)
      faults.push(...wrong(`frame ${page} differs by ${mean.toFixed(2)} (≤ ${most}), the worst by ${far}`));
  }
  return faults;
}

/** Small, so that differences of decoders are seen no more: the picture must look as ImageMagick shows it. */
async function lookOf(url, file) {
  const answer = await fetch(`${url}?format=png&w=${LOOK}&h=${LOOK}&fit=fill&enlarge=true`);
  const seen = `${file}.look.png`;
  const size = ['-auto-orient', '-black-point-compensation', '-profile', SRGB, '-resize', `${LOOK}x${LOOK}!`];
  await imageMagick(`${file}[0]`, ...size, '-strip', '-depth', '8', `PNG32:${seen}`);
  const [got, expected] = [await answer.arrayBuffer(), await readFile(seen)];
  const { mean, far } = differenceOf(await pixelsOf(Buffer.from(got)), await pixelsOf(expected));
  return mean > MOST_LOOK
    ? [`looks otherwise to ImageMagick: ${mean.toFixed(2)} (≤ ${MOST_LOOK}), the worst by ${far}`]
    : [];
}
