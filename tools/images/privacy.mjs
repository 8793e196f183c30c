/**
 * Uploads photos as cameras, phones and editors write them to a server, and lets exiftool look at what is served: nothing
 * but the orientation and what says how pixels are shown may be left, and the pixels must be the same. The photos are
 * those of npm packages, and pictures with every kind of metadata that exiftool can write. Needs exiftool
 * (Debian: libimage-exiftool-perl); `EXIFTOOL` names another command for it, with spaces between its words.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { ServerProcess } from '@cairn/harness';
import sharp from 'sharp';

const run = promisify(execFile);
const PACKAGES = ['exif@0.6.0', 'exif-parser@0.1.12', 'jpeg-exif@1.1.4'];
const [command, ...words] = (process.env.EXIFTOOL ?? 'exiftool').split(' ');
const exiftool = async (...args) =>
  await run(command, [...words, ...args], { maxBuffer: 2 ** 26, encoding: 'utf8' });

/** Groups of what is no metadata of the photo: the file, its structure, its colours. */
const HARMLESS =
  /^(?:ExifTool|System|File|Composite|JFIF|ICC.*|PNG.*|RIFF|GIF|QuickTime|Meta|ItemList|APP14|Adobe)$/;
const ALLOWED = new Set(['IFD0:Orientation']);

const work = await mkdtemp(join(tmpdir(), 'cairn-privacy-'));
const server = await ServerProcess.start();
let failures = 0;
try {
  const files = [...(await ownPhotos()), ...(await photosOfPackages())];
  for (const file of files) {
    const faults = await faultsOf(file);
    failures += faults.length > 0 ? 1 : 0;
    console.log(
      `${faults.length > 0 ? 'WRONG' : 'ok   '} ${file.slice(work.length + 1)} ${faults.join('; ')}`,
    );
  }
  console.log(`${files.length} files, ${failures} with faults`);
  if (files.length < 20) throw new Error('There must be 20 files or more.');
} finally {
  await server.dispose();
  await rm(work, { recursive: true });
}
process.exitCode = failures === 0 ? 0 : 1;

/** A picture in every format, upright and turned, with and without much metadata. */
async function ownPhotos() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 };
  const picture = await sharp({ create: { width: 160, height: 120, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
  const thumbnail = join(work, 'thumbnail.jpg');
  await writeFile(thumbnail, await sharp(picture).resize(40).jpeg().toBuffer());
  const gps = ['GPSLatitude=33.5', 'GPSLatitudeRef=S', 'GPSLongitude=151.21', 'GPSLongitudeRef=E'];
  const tags = {
    exif: [...gps.map((tag) => `EXIF:${tag}`), 'EXIF:SerialNumber=12345', 'EXIF:Artist=Somebody'],
    xmp: ['XMP:GPSLatitude=10.5', 'XMP:GPSLongitude=20', 'XMP:Creator=Somebody', 'XMP:History=here'],
    iptc: ['IPTC:City=Sydney', 'IPTC:By-line=Somebody', 'Comment=Somebody was here'],
    preview: [...gps.map((tag) => `EXIF:${tag}`), `EXIF:ThumbnailImage<=${thumbnail}`],
  };
  const kinds = {
    jpeg: ['exif', 'xmp', 'iptc', 'preview'],
    png: ['exif', 'xmp'],
    webp: ['exif', 'xmp'],
    avif: ['exif', 'xmp'],
    gif: ['xmp'],
  };
  const files = [];
  for (const [format, some] of Object.entries(kinds)) {
    for (const [orientation, kind] of some.flatMap((each) => [1, 6].map((turn) => [turn, each]))) {
      const file = join(work, `${kind}-${orientation}.${format === 'jpeg' ? 'jpg' : format}`);
      await sharp(picture).withMetadata({ orientation }).toFormat(format).toFile(file);
      await exiftool('-q', '-overwrite_original', ...tags[kind].map((tag) => `-${tag}`), file);
      files.push(file);
    }
  }
  return files;
}

async function photosOfPackages() {
  const files = [];
  for (const name of PACKAGES) {
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', work, name]);
    const folder = await mkdtemp(join(work, `${name}-`));
    await run('tar', ['-xf', join(work, stdout.trim()), '-C', folder]);
    const found = await readdir(folder, { recursive: true });
    files.push(...found.filter((file) => /\.jpe?g$/i.test(file)).map((file) => join(folder, file)));
  }
  return files;
}

/** What is wrong with a file as it is served. */
async function faultsOf(file) {
  const bytes = await readFile(file);
  const form = new FormData();
  form.set('file', new Blob([bytes]), 'photo.jpg');
  const answer = await server.fetch('/api/upload', { method: 'POST', body: form });
  if (answer.status !== 201) return [`refused with ${answer.status}: ${await answer.text()}`];
  const { url } = await answer.json();
  const served = Buffer.from(await (await fetch(url)).arrayBuffer());
  const copy = join(work, `served${extname(file)}`);
  await writeFile(copy, served);
  const { stdout } = await exiftool('-json', '-a', '-G1', '-ee', '-u', copy);
  const left = Object.keys(JSON.parse(stdout)[0])
    .filter((tag) => tag.includes(':') && !HARMLESS.test(tag.split(':')[0]) && !ALLOWED.has(tag))
    .map((tag) => `${tag} is left`);
  const [before, after] = await Promise.all([bytes, served].map(pixelsOf));
  return before.equals(after) ? left : [...left, 'other pixels'];
}

/** Upright, so that an orientation that was lost is noticed. */
async function pixelsOf(bytes) {
  return await sharp(bytes, { pages: -1 }).autoOrient().raw().toBuffer();
}
