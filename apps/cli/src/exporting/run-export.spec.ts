import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { UsageError } from '../program/options.js';
import { exportingInto, image, space } from './run-export.spec.kit.js';

let root: string;
let exported: ReturnType<typeof exportingInto>['exported'];
let filesNow: ReturnType<typeof exportingInto>['filesNow'];
let idAt: ReturnType<typeof exportingInto>['idAt'];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-run-export-'));
  ({ exported, filesNow, idAt } = exportingInto(root));
});
afterEach(() => rm(root, { recursive: true }));

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

describe('the XMP beside an image', () => {
  const said = { ...image('one', 'a.png'), title: 'Lake', tags: ['blue'], rating: 4 };
  const xmpOf = (name: string): Promise<string> => readFile(join(root, `images/a/${name}.xmp`), 'utf8');

  it('is there if there is something to tell, and follows it', async () => {
    await exported([said, image('two', 'b.png')]);
    expect(await filesNow()).toEqual(['images/a/a.png', 'images/a/a.png.xmp', 'images/a/b.png']);
    expect(await xmpOf('a.png')).toContain('<xmp:Rating>4</xmp:Rating>');
    expect(await exported([said, image('two', 'b.png')])).toMatchObject({ there: 2 });
    const changed = [image('one', 'a.png'), { ...image('two', 'b.png'), favourite: true as const }];
    expect(await exported(changed)).toMatchObject({ written: 2 });
    expect(await filesNow()).toEqual(['images/a/a.png', 'images/a/b.png', 'images/a/b.png.xmp']);
  });

  it('is written again where it is missing, and goes with its image', async () => {
    await exported([said, image('two', 'b.png')]);
    await rm(join(root, 'images/a/a.png.xmp'));
    expect(await exported([said, image('two', 'b.png')])).toMatchObject({ written: 1, there: 1 });
    await exported([image('two', 'b.png')]);
    expect(await filesNow()).toEqual(['images/a/b.png']);
  });

  it('never takes the place of a file that no export wrote', async () => {
    await exported([image('two', 'b.png')]);
    await writeFile(join(root, 'images/a/a.png.xmp'), 'mine');
    await exported([image('two', 'b.png'), said]);
    expect(await xmpOf('a.png')).toBe('mine');
    expect(await filesNow()).toContain('images/by-id/one.png.xmp');
  });

  it('has what was cut out of the file, unless the file is whole', async () => {
    const description = { uploadSha256: '', removed: ['exif'], capturedAt: '2024-07-01T12:34:56' };
    await exported([
      { ...image('one', 'cut.png'), description },
      { ...image('two', 'whole.png'), description, metadata: 'hide' },
    ]);
    expect(await xmpOf('cut.png')).toContain('2024-07-01T12:34:56');
    expect(await filesNow()).not.toContain('images/a/whole.png.xmp');
  });
});
