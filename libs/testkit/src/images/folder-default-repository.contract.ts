import { assert } from '../assert.js';
import type { FolderDefault, FolderMetadata, Visibility } from '@cairn/images';
import type { FolderDefaultRepository } from '@cairn/images/spi';
import type { Contract } from '../contract.js';
import { assertAll, settle } from '../outcomes.js';

/** Above every number of defaults. */
const ENOUGH = 1_000;

const of = (path: string, visibility: Visibility = 'private'): FolderDefault => ({ path, visibility });
const withMetadata = (path: string, metadata: FolderMetadata): FolderDefault => ({ ...of(path), metadata });

/** Rules for every `FolderDefaultRepository`. */
export const folderDefaultRepositoryContract = {
  'the default of a folder holds for it and below it, unless a nearer one does': async ({ open }) => {
    const defaults = await open();
    const nearest = async (path: string): Promise<string | undefined> =>
      (await defaults.findNearest('alice', path))?.path;
    for (const path of ['', 'a']) assert.equal(await nearest(path), undefined);
    const deep = 'a/b/c/d/e/f/g/h';
    for (const path of ['a/b', 'a', 'z/ä 1', deep.replace('/h', '')])
      await defaults.put('alice', of(path), ENOUGH);
    for (const [path, expected] of [
      ['a', 'a'],
      ['a/c', 'a'],
      ['a/b', 'a/b'],
      ['a/b/c', 'a/b'],
      [deep, 'a/b/c/d/e/f/g'],
      ['a/bc', 'a'],
      ['z/ä 1/x', 'z/ä 1'],
      ['z', undefined],
      ['ab', undefined],
      ['A', undefined],
      ['b', undefined],
      ['', undefined],
    ] as const)
      assert.equal(await nearest(path), expected, path);
    await defaults.put('alice', of('', 'unlisted'), ENOUGH);
    for (const path of ['', 'z', 'ab']) assert.equal(await nearest(path), '');
    assert.equal(await nearest('a/b/c'), 'a/b');
    assert.deepEqual(await defaults.findNearest('alice', 'q'), of('', 'unlisted'));
    for (const path of ['', 'a']) assert.equal(await defaults.findNearest('bob', path), undefined);
  },

  'a default replaces the one of its folder, and no other': async ({ open }) => {
    const defaults = await open();
    for (const visibility of ['private', 'unlisted', 'public'] as const) {
      await defaults.put('alice', of('a', visibility), ENOUGH);
      assert.deepEqual(await defaults.findNearest('alice', 'a'), of('a', visibility));
    }
    await defaults.put('alice', of('b'), ENOUGH);
    await defaults.put('bob', of('a'), ENOUGH);
    assert.deepEqual(await defaults.list('alice'), [of('a', 'public'), of('b')]);
  },

  'what becomes of metadata is as the nearest folder has it that says it': async ({ open }) => {
    const defaults = await open();
    for (const folder of [withMetadata('', 'hide'), of('a'), withMetadata('a/b', 'remove'), of('a/b/c')])
      await defaults.put('alice', folder, ENOUGH);
    for (const [path, expected] of [
      ['x', withMetadata('', 'hide')],
      ['a', withMetadata('a', 'hide')],
      ['a/b/c/d', withMetadata('a/b/c', 'remove')],
    ] as const)
      assert.deepEqual(await defaults.findNearest('alice', path), expected, path);
    assert.deepEqual(await defaults.list('alice'), [
      withMetadata('', 'hide'),
      of('a'),
      withMetadata('a/b', 'remove'),
      of('a/b/c'),
    ]);
    await defaults.put('alice', of(''), ENOUGH);
    assert.deepEqual(await defaults.findNearest('alice', 'a'), of('a'));
  },

  'defaults are listed by owner and ascending path': async ({ open }) => {
    const defaults = await open();
    assert.deepEqual(await defaults.list('alice'), []);
    const paths = ['b', '', 'a/b', 'a b', 'ä', 'a', 'B'];
    for (const path of paths) await defaults.put('alice', of(path), ENOUGH);
    await defaults.put('bob', of('c'), ENOUGH);
    const listed = (await defaults.list('alice')).map(({ path }) => path);
    assert.deepEqual(listed, [...paths].sort());
  },

  'a removed default holds no more, at once, and an absent one may be removed': async ({ open }) => {
    const defaults = await open();
    for (const path of ['', 'a', 'a/b']) await defaults.put('alice', of(path), ENOUGH);
    await defaults.put('bob', of('a'), ENOUGH);
    for (const path of ['a', 'a', 'absent']) await defaults.remove('alice', path);
    assert.deepEqual(await defaults.findNearest('alice', 'a'), of(''));
    assert.deepEqual(await defaults.list('alice'), [of(''), of('a/b')]);
    assert.deepEqual(await defaults.list('bob'), [of('a')]);
  },

  'an owner has no more defaults than that, and one of too many changes nothing': async ({ open }) => {
    const defaults = await open();
    await defaults.put('bob', of('a'), 2);
    const { refusals } = await settle(['a', 'b', 'c', 'd'].map((path) => defaults.put('alice', of(path), 2)));
    assertAll(refusals, 2, 'folder-default-limit-reached');
    const [first, ...others] = await defaults.list('alice');
    assert.equal(others.length, 1);
    await defaults.put('alice', of(first?.path ?? '', 'public'), 2);
    assert.deepEqual(await defaults.list('alice'), [of(first?.path ?? '', 'public'), ...others]);
  },

  'defaults are there after a restart': async ({ open, reopen }) => {
    const defaults = await open();
    await defaults.put('alice', of('a'), ENOUGH);
    assert.deepEqual(await (await reopen(defaults)).list('alice'), [of('a')]);
  },
} satisfies Contract<FolderDefaultRepository>;
