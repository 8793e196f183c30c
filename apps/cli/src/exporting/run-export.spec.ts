import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Output } from '../program/output.js';
import { ExportFolder } from './export-folder.js';
import type { ExportedImage, ExportedSpace, Origin } from './origin.js';
import { runExport } from './run-export.js';

const BYTES = 'bytes';
const image = (id: string, fileName: string): ExportedImage => ({
  id,
  path: 'a',
  fileName,
  tags: [],
  visibility: 'private',
  file: {
    contentType: 'image/png',
    sizeInBytes: BYTES.length,
    sha256: createHash('sha256').update(BYTES).digest('hex'),
  },
  description: undefined,
  createdAt: 1,
  updatedAt: 2,
});
const space = (id: string): ExportedSpace => ({
  id,
  title: id,
  description: '',
  createdAt: 1,
  settings: {},
});

let root: string;
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'cairn-run-export-'))));
afterEach(() => rm(root, { recursive: true }));

async function exported(images: readonly ExportedImage[], spaces: readonly ExportedSpace[]) {
  const origin: Origin = {
    async *images() {
      yield* images;
    },
    async *albums() {},
    async *spaces() {
      yield* spaces;
    },
    read: async () =>
      (async function* () {
        yield Buffer.from(BYTES);
      })(),
    features: async (id) =>
      (async function* () {
        yield id;
      })(),
  };
  const nobody = { write: () => undefined };
  const output = new Output(nobody, nobody, 'json');
  const { signal } = new AbortController();
  return await runExport({ origin, folder: new ExportFolder(root), atOnce: 1, signal, output });
}

it('has no image without its record, however long its name is', async () => {
  const long = `${'n'.repeat(250)}.png`;
  for (const expected of [{ written: 2 }, { there: 2 }])
    expect(await exported([image('one', long), image('two', 'short.png')], [])).toMatchObject(expected);
  const files = await readdir(join(root, 'images'), { recursive: true });
  expect(files.filter((name) => /\.(?:png|json)$/.test(name)).toSorted()).toEqual([
    'a/short.png',
    'a/short.png.json',
    'by-id/one.png',
    'by-id/one.png.json',
  ]);
});

it('has each of two spaces whose long ids begin alike', async () => {
  const ids = ['x', 'y'].map((end) => 'i'.repeat(250) + end);
  await exported([], ids.map(space));
  const files = (await readdir(join(root, 'spaces'))).filter((name) => name.endsWith('.ndjson'));
  const texts = await Promise.all(files.map((name) => readFile(join(root, 'spaces', name), 'utf8')));
  expect(texts.toSorted()).toEqual(ids);
});
