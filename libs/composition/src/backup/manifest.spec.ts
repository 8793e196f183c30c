import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { NeededBlob } from '@cairn/kernel';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { blobsOf } from './backup-folder.js';
import { type Manifest, ManifestUnusable, readManifest, writeManifest } from './manifest.js';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'cairn-manifest-'))));
afterEach(() => rm(folder, { recursive: true }));

const sha256 = 'a'.repeat(64);
const image = { key: 'a/b', owner: 'ann', imageId: 'i', place: 'catalog' } as const;
const database = {
  kind: 'sqlite',
  installation: 'x',
  migrations: ['One', 'Two'],
  tables: { image: 1 },
  images: { owners: 1, counted: 1, countedBytes: 5, images: 1, sizeInBytes: 5 },
} as const;
const manifestOf = (more: object = {}): Manifest => ({
  format: 1,
  name: basename(folder),
  version: '1.2.3',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  database,
  files: [{ path: 'tables/image.copy', sha256, sizeInBytes: 5 }],
  blobs: { count: 1, sizeInBytes: 5 },
  removed: [image],
  faults: [
    { ...image, problem: 'missing' },
    { ...image, problem: 'damaged', found: { sha256, sizeInBytes: 4 } },
  ],
  ...more,
});

/** Whoever forges a manifest makes its hash, too. */
async function forged(text: string): Promise<Manifest> {
  const hash = createHash('sha256').update(text).digest('hex');
  await writeFile(join(folder, 'manifest.json'), text);
  await writeFile(join(folder, 'manifest.json.sha256'), `${hash}  manifest.json\n`);
  return await readManifest(folder, basename(folder));
}

it('is read as it was written', async () => {
  const manifest = manifestOf();
  await writeManifest(folder, manifest);
  expect(await readManifest(folder, manifest.name)).toEqual(manifest);
});

it.each<[string, object]>([
  ['no format', { format: '1' }],
  ['a time that is none', { startedAt: 'soon' }],
  ['another kind of database', { database: { ...database, kind: 'mysql' } }],
  ['migrations that are none', { database: { ...database, migrations: [{}] } }],
  ['no database', { database: undefined }],
  ['a file outside', { files: [{ path: '../../etc/passwd', sha256, sizeInBytes: 1 }] }],
  ['a file at the root', { files: [{ path: '/etc/passwd', sha256, sizeInBytes: 1 }] }],
  ['a hash that is a path', { files: [{ path: 'a', sha256: '../../x', sizeInBytes: 1 }] }],
  ['a size that is none', { files: [{ path: 'a', sha256, sizeInBytes: -1 }] }],
  ['removed that is no list', { removed: {} }],
  ['an image that is removed from elsewhere', { removed: [{ ...image, place: 'x' }] }],
  ['a fault that is none', { faults: [null] }],
  [
    'bytes that were found by a path',
    { faults: [{ ...image, problem: 'damaged', found: { sha256: '../x', sizeInBytes: 1 } }] },
  ],
  ['too many files', { files: new Array(100_001).fill({ path: 'a', sha256, sizeInBytes: 1 }) }],
])('with %s is unusable', async (_, change) => {
  await expect(forged(JSON.stringify(manifestOf(change)))).rejects.toThrow(ManifestUnusable);
});

it.each<[string, string, RegExp]>([
  ['no JSON', '{', /is no manifest/],
  ['a list', '[]', /is no manifest/],
  ['null', 'null', /is no manifest/],
  ['arrays in arrays', '['.repeat(1_000_000), /nested deeper/],
  ['brackets in texts', `{"format":"\\"[[[[[[[[\\\\"}`, /`format`/],
  ['a later format', '{"format":2,"version":"9.9.9"}', /later version \(9\.9\.9\)/],
  ['more bytes than one has', `"${'x'.repeat(65 * 1024 * 1024)}"`, /more than \d+ bytes/],
])('of %s is unusable, which is told', async (_, text, reason) => {
  const reading = forged(text);
  await expect(reading).rejects.toThrow(ManifestUnusable);
  await expect(reading).rejects.toThrow(reason);
});

it('is not written with more than can be read', async () => {
  const removed = new Array(100_001).fill(image);
  await expect(writeManifest(folder, manifestOf({ removed }))).rejects.toThrow(ManifestUnusable);
});

async function listed(blobs: AsyncIterable<NeededBlob>): Promise<readonly NeededBlob[]> {
  const all: NeededBlob[] = [];
  for await (const blob of blobs) all.push(blob);
  return all;
}

const blob = { ...image, sha256, sizeInBytes: 5, contentType: 'image/png' };

it('has a list of blobs', async () => {
  const blobs = [blob, { ...blob, key: 'b\u2028c' }];
  await writeFile(join(folder, 'blobs.jsonl'), blobs.map((one) => `${JSON.stringify(one)}\n`).join(''));
  expect(await listed(blobsOf(folder))).toEqual(blobs);
  await expect(listed(blobsOf(folder, 1))).rejects.toThrow(/lists more than 1 blobs/);
});

it.each<[string, string]>([
  ['no JSON', '{'],
  ['a blank line', ''],
  ['null', 'null'],
  ['a hash that is a path', JSON.stringify({ ...blob, sha256: '../../../etc/passwd' })],
  ['a size that is none', JSON.stringify({ ...blob, sizeInBytes: 'x' })],
  ['no key', JSON.stringify({ ...blob, key: undefined })],
  ['a line without end', JSON.stringify({ ...blob, contentType: 'x'.repeat(100_000) })],
])('has no blob in a line of %s', async (_, line) => {
  await writeFile(join(folder, 'blobs.jsonl'), `${JSON.stringify(blob)}\n${line}\n`);
  await expect(listed(blobsOf(folder))).rejects.toThrow(/no blob in line 2/);
});
