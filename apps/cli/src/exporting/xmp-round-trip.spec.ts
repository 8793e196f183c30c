import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApplication, type Application } from '@cairn/composition';
import { ListImages, takenOf, UpdateImage, UploadImage, type Image, type ImageDetails } from '@cairn/images';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { StoreDestination } from '../importing/destinations/store-destination.js';
import { runImport } from '../importing/run-import.js';
import { FolderSource } from '../importing/sources/folder-source.js';
import { Output } from '../program/output.js';
import { ExportFolder } from './export-folder.js';
import { runExport } from './run-export.js';
import { StoreOrigin } from './store-origin.js';

const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAAAAAAALAAAAAABAAEAAAIBRAA7';
const PALETTE = 13; // behind the header

let root: string;
let application: Application;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-xmp-'));
  application = await createApplication({
    database: { kind: 'memory' },
    blobs: { kind: 'memory' },
    images: { kind: 'memory' },
    background: 'off',
  });
});
afterEach(async () => {
  await application.close();
  await rm(root, { recursive: true });
});

/** An image with a colour of its own. */
async function* photo(index: number): AsyncGenerator<Uint8Array> {
  const bytes = Uint8Array.from(Buffer.from(GIF, 'base64'));
  bytes[PALETTE] = index;
  yield bytes;
}

const nobody = { write: () => undefined };
const quiet = { output: new Output(nobody, nobody, 'json'), signal: new AbortController().signal, atOnce: 1 };

/** What is said of each photo of an account, by the hash of its bytes: another account has other addresses. */
async function saidOf(owner: string): Promise<ReadonlyMap<string, unknown>> {
  const { images } = await application.get(ListImages).execute(owner, { sort: 'name' }, { limit: 100 });
  const said = (image: Image): unknown => {
    const { tags, title, caption, favourite, rating, position, file } = image;
    const { edit, orientation } = file;
    const details = { tags, title, caption, favourite, rating, position, edit, orientation };
    return { ...details, taken: takenOf(image), place: image.description?.position };
  };
  return new Map(images.map((image) => [image.file.sha256, said(image)]));
}

it('what is said of photos is the same after an export and an import by XMP alone', async () => {
  const photos: readonly (readonly [name: string, details: ImageDetails])[] = [
    ['plain.gif', {}],
    ['tags.gif', { tags: ['AC/DC', 'a|b', '<Ærø> & 🏔'] }],
    ['texts.gif', { title: 'Sée "one"', caption: 'One <b>\nTwo & 🏔' }],
    ['favourite.gif', { favourite: true, rating: -1 }],
    ['stars.gif', { rating: 5 }],
    ['time.gif', { takenAt: '2024-07-01T12:34:56+02:00' }],
    ['place.gif', { position: { longitude: -122.123_456_7, latitude: 0.000_000_1 } }],
    ['turned.gif', {}],
  ];
  const upload = application.get(UploadImage);
  for (const [index, [name, details]] of photos.entries()) {
    const given = { ...details, name, visibility: 'public', facts: {} };
    const bytes = photo(index);
    const image = await upload.execute({ owner: 'ann', bytes, details: async () => given });
    const crop = { left: 0.125, top: 0.1, width: 0.333, height: 0.7 };
    const edit = { turn: 90, mirror: true, crop } as const;
    if (name === 'turned.gif') await application.get(UpdateImage).execute('ann', image.id, { edit });
  }
  const facts = { capturedAt: '1999-12-31T23:59:59', position: { longitude: 8.25, latitude: -46.5 } };
  const told = { name: 'camera.gif', tags: ['x'], visibility: 'public', facts };
  await upload.execute({ owner: 'ann', bytes: photo(99), details: async () => told });

  await runExport({ ...quiet, origin: new StoreOrigin(application, 'ann'), folder: new ExportFolder(root) });
  for (const name of await readdir(root, { recursive: true }))
    if (/json|albums/.test(name)) await rm(join(root, name));
  const files = (await readdir(join(root, 'images'))).filter((name) => name.endsWith('.xmp'));
  expect(files).toHaveLength(photos.length);
  await runImport({
    ...quiet,
    source: new FolderSource(join(root, 'images')),
    destination: new StoreDestination(application, 'bob'),
    rules: { path: '', tags: [], foldersAsTags: false, visibility: 'public', isDryRun: false },
  });
  expect(await saidOf('bob')).toEqual(await saidOf('ann'));
  expect((await saidOf('bob')).size).toBe(photos.length + 1);
});
