import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { UsageError } from '../program/options.js';
import { Fields } from '../transfer/fields.js';
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

interface Given {
  readonly spaces?: readonly ExportedSpace[];
  /** Called before the bytes of an image are read. */
  readonly reading?: (id: string) => void;
}

async function exported(images: readonly ExportedImage[], { spaces = [], reading }: Given = {}) {
  const origin: Origin = {
    async *images() {
      yield* images;
    },
    async *albums() {},
    async *spaces() {
      yield* spaces;
    },
    read: async ({ id }) => {
      reading?.(id);
      return (async function* () {
        yield Buffer.from(BYTES);
      })();
    },
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

/** The files below the folder, without what lies beside them. */
const filesNow = async (): Promise<readonly string[]> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .filter((name) => !/^(?:cairn-export|albums)|\.json$/.test(name))
    .toSorted();
};
const idAt = async (name: string): Promise<unknown> => {
  return Fields.parse(await readFile(join(root, `${name}.json`), 'utf8')).text('id');
};

it('has no image without its record, however long its name is', async () => {
  const long = `${'n'.repeat(250)}.png`;
  for (const expected of [{ written: 2 }, { there: 2 }])
    expect(await exported([image('one', long), image('two', 'short.png')])).toMatchObject(expected);
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
  await exported([], { spaces: ids.map(space) });
  const files = (await readdir(join(root, 'spaces'))).filter((name) => name.endsWith('.ndjson'));
  const texts = await Promise.all(files.map((name) => readFile(join(root, 'spaces', name), 'utf8')));
  expect(texts.toSorted()).toEqual(ids);
});

it('has what is in the account now, and leaves what no export wrote', async () => {
  const first = [image('one', 'a.png'), image('two', 'b.png'), image('three', 'c.png')];
  await exported(first, { spaces: ['huts', 'lakes'].map(space) });
  await writeFile(join(root, 'images/a/own.png'), 'mine');
  await writeFile(join(root, 'images/a/later.png'), 'mine');
  // The first one moved, the second one has its name, and the third one is deleted.
  const moved = [
    { ...image('one', 'z.png'), path: 'new' },
    image('two', 'a.png'),
    image('four', 'later.png'),
  ];
  const counts = await exported(moved, { spaces: [space('huts')] });
  expect(counts).toMatchObject({ written: 3, removed: 3, failed: 0 });
  expect(await filesNow()).toEqual([
    'images/a/a.png',
    'images/a/later.png',
    'images/a/own.png',
    'images/by-id/four.png',
    'images/new/z.png',
    'spaces/huts.ndjson',
  ]);
  expect([await idAt('images/a/a.png'), await idAt('images/new/z.png')]).toEqual(['two', 'one']);
  expect(await readFile(join(root, 'images/a/later.png'), 'utf8')).toBe('mine');
  expect(await exported(moved, { spaces: [space('huts')] })).toMatchObject({ there: 3, removed: 0 });
});

it.each(['three', 'one'])(
  'that ended at %s has no bytes beside another record, and is completed',
  async (at) => {
    await exported([image('one', 'a.png'), image('two', 'b.png')]);
    const next = [image('three', 'b.png'), image('one', 'z.png')];
    const reading = (id: string): void => {
      if (id === at) throw Object.assign(new Error('The disk is gone.'), { code: 'EIO', syscall: 'write' });
    };
    await expect(exported(next, { reading })).rejects.toThrow('The disk is gone.');
    for (const name of await filesNow()) expect(['one', 'two', 'three']).toContain(await idAt(name));
    expect(await exported(next)).toMatchObject({ failed: 0 });
    expect(await filesNow()).toEqual(['images/a/b.png', 'images/a/z.png']);
    expect([await idAt('images/a/b.png'), await idAt('images/a/z.png')]).toEqual(['three', 'one']);
  },
);

it('keeps what an earlier one wrote where an image fails, which may be all that there is of it', async () => {
  await exported([image('one', 'a.png'), image('two', 'b.png')]);
  const lost = { ...image('one', 'z.png'), file: { ...image('', '').file, sha256: 'other' } };
  expect(await exported([lost])).toMatchObject({ failed: 1, removed: 0 });
  expect(await filesNow()).toEqual(['images/a/a.png', 'images/a/b.png']);
});

it('keeps apart names that are one on a disk that ignores case', async () => {
  const twins = [image('one', 'a.png'), image('two', 'A.png'), { ...image('three', 'a.png'), path: 'A' }];
  for (const expected of [{ written: 3 }, { there: 3 }])
    expect(await exported(twins, { spaces: ['huts', 'HUTS'].map(space) })).toMatchObject(expected);
  const files = await filesNow();
  expect(files.slice(0, 3)).toEqual(['images/a/a.png', 'images/by-id/three.png', 'images/by-id/two.png']);
  expect(new Set(files.map((name) => name.toLowerCase())).size).toBe(5);
});

it('refuses a folder of another account, and changes nothing there', async () => {
  await exported([image('one', 'a.png')], { spaces: [space('huts')] });
  const [before, manifest] = [
    await filesNow(),
    await readFile(join(root, 'cairn-export-files.jsonl'), 'utf8'),
  ];
  for (const other of [[image('two', 'a.png')], []])
    await expect(exported(other)).rejects.toBeInstanceOf(UsageError);
  expect([await filesNow(), await idAt('images/a/a.png')]).toEqual([before, 'one']);
  expect(await readFile(join(root, 'cairn-export-files.jsonl'), 'utf8')).toBe(manifest);
  expect(await exported([], { spaces: [space('huts')] })).toMatchObject({ removed: 1 });
});

it('removes nothing outside of its folders, whatever the list says', async () => {
  await exported([image('one', 'a.png')]);
  await writeFile(join(root, 'mine.png'), 'mine');
  const lines = ['mine.png', '../x', 'images/../mine.png'].map((file) => JSON.stringify({ file, id: 'x' }));
  await appendFile(join(root, 'cairn-export-files.jsonl'), `${lines.join('\n')}\n{"file":"images/a/`);
  expect(await exported([image('one', 'b.png')])).toMatchObject({ removed: 1 });
  expect(await filesNow()).toEqual(['images/a/b.png', 'mine.png']);
});
