import { createHash } from 'node:crypto';
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExportedImage } from '../transfer/image-record.js';
import { BYTES, exportingInto, image, space } from './run-export.spec.kit.js';

let root: string;
let exported: ReturnType<typeof exportingInto>['exported'];
let filesNow: ReturnType<typeof exportingInto>['filesNow'];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-run-export-'));
  ({ exported, filesNow } = exportingInto(root));
});
afterEach(() => rm(root, { recursive: true }));

describe('a folder with links that lead out of it', () => {
  let outside: string;
  /** The files outside of the folder, which must not change. */
  const outsideNow = async (): Promise<readonly string[]> =>
    (await readdir(outside, { recursive: true })).toSorted();
  beforeEach(async () => {
    outside = await mkdtemp(join(tmpdir(), 'cairn-outside-'));
    await mkdir(join(outside, 'deep'));
    for (const name of ['a.png', 'a.png.json', 'deep/a.png', 'list'])
      await writeFile(join(outside, name), name === 'list' ? '' : 'theirs');
  });
  afterEach(async () => {
    expect(await outsideNow()).toEqual(['a.png', 'a.png.json', 'deep', 'deep/a.png', 'list']);
    for (const name of ['a.png', 'a.png.json', 'deep/a.png'])
      expect(await readFile(join(outside, name), 'utf8')).toBe('theirs');
    expect(await readFile(join(outside, 'list'), 'utf8')).toBe('');
    await rm(outside, { recursive: true });
  });

  it('has images beside a linked folder, and nothing behind it', async () => {
    await mkdir(join(root, 'images'));
    await symlink(outside, join(root, 'images/a'));
    const found = { ...image('two', 'a.png'), path: 'a/deep' };
    expect(await exported([image('one', 'a.png'), found])).toMatchObject({ written: 2, failed: 0 });
    expect(await filesNow()).toEqual(['images/by-id/one.png', 'images/by-id/two.png']);
    expect((await lstat(join(root, 'images/a'))).isSymbolicLink()).toBe(true);
  });

  it.each(['images', 'spaces'])('has nothing where %s is a link', async (part) => {
    await symlink(outside, join(root, part));
    const given = part === 'images' ? [image('one', 'a.png')] : [];
    const spaces = part === 'spaces' ? [space('huts')] : [];
    const ended = await exported(given, { spaces }).catch((error: unknown) => error);
    expect(ended).toMatchObject(part === 'images' ? { written: 0, failed: 1 } : { name: 'UsageError' });
  });

  it('removes nothing behind a folder that became a link since', async () => {
    await exported([
      image('one', 'a.png'),
      { ...image('two', 'a.png'), path: 'a/deep' },
      image('three', 'c.png'),
    ]);
    await rename(join(root, 'images/a'), join(root, 'moved'));
    await symlink(outside, join(root, 'images/a'));
    expect(await exported([{ ...image('three', 'c.png'), path: 'new' }])).toMatchObject({ written: 1 });
    expect((await lstat(join(root, 'images/a'))).isSymbolicLink()).toBe(true);
  });

  it('leaves links at the names of its own files', async () => {
    await exported([image('one', 'a.png')]);
    for (const name of ['a.png', 'a.png.json']) {
      await rm(join(root, 'images/a', name));
      await symlink(join(outside, name), join(root, 'images/a', name));
    }
    await exported([image('one', 'a.png')]);
    expect(await filesNow()).toEqual(['images/by-id/one.png']);
    for (const name of ['a.png', 'a.png.json'])
      expect((await lstat(join(root, 'images/a', name))).isSymbolicLink()).toBe(true);
  });

  it.each(['cairn-export-files.jsonl', 'cairn-export.json', 'albums.ndjson'])(
    'is refused where %s is a link',
    async (name) => {
      await symlink(join(outside, 'list'), join(root, name));
      await expect(exported([image('one', 'a.png')])).rejects.toThrow(/is a link/);
      expect((await lstat(join(root, name))).isSymbolicLink()).toBe(true);
    },
  );

  it('writes no file through a link that has the name of one that is begun', async () => {
    await mkdir(join(root, 'images/a'), { recursive: true });
    const hash = createHash('sha256').update('images/a/a.png').digest('hex').slice(0, 16);
    await symlink(join(outside, 'list'), join(root, `images/a/.cairn-part-${hash}`));
    expect(await exported([image('one', 'a.png')])).toMatchObject({ written: 1 });
    expect(await readFile(join(root, 'images/a/a.png'), 'utf8')).toBe(BYTES);
  });

  it.each<[string, Partial<ExportedImage>]>([
    ['its path', { path: '../../a' }],
    ['its path alone', { path: '..' }],
    ['its name', { path: '', fileName: '../../x.png' }],
    ['its name by backslashes', { path: '', fileName: '..\\..\\x.png' }],
    ['an ending of its name', { path: '', fileName: 'x./../../../x' }],
    ['its id', { id: '../../../x', fileName: `${'n'.repeat(250)}.png` }],
  ])('has no image that would lead out of it by %s', async (_, change) => {
    const hostile = { ...image('one', 'a.png'), ...change };
    expect(await exported([hostile, image('two', 'b.png')])).toMatchObject({ written: 1, failed: 1 });
    expect(await filesNow()).toEqual(['images/a/b.png']);
  });

  it('has no space that would lead out of it', async () => {
    const counts = await exported([], { spaces: [space('../../x'), space('huts')] });
    expect(counts).toMatchObject({ spaces: 1, failed: 1 });
    expect(await filesNow()).toEqual(['spaces/huts.ndjson']);
  });
});

// Windows has no such modes.
(process.platform === 'win32' ? it.skip : it)('what an export writes is read by its user alone', async () => {
  const modeOf = async (name: string): Promise<string> =>
    ((await stat(join(root, name))).mode & 0o777).toString(8);
  const umask = process.umask(0);
  try {
    await exported([image('one', 'a.png')], { spaces: [space('huts')] });
    const files = ['images/a/a.png', 'images/a/a.png.json', 'spaces/huts.ndjson', 'albums.ndjson'];
    for (const name of [...files, 'cairn-export-files.jsonl'])
      expect([name, await modeOf(name)]).toEqual([name, '600']);
    for (const name of ['images', 'images/a', 'spaces'])
      expect([name, await modeOf(name)]).toEqual([name, '700']);
    // With the mode that an earlier version gave them.
    for (const name of files) await chmod(join(root, name), 0o644);
    expect(await exported([image('one', 'a.png')], { spaces: [space('huts')] })).toMatchObject({ there: 1 });
    for (const name of files) expect([name, await modeOf(name)]).toEqual([name, '600']);
  } finally {
    process.umask(umask);
  }
});
