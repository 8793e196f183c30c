import { Random } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import type { DiskEvent } from './disk-events.js';
import { imagesAfter } from './power-cut.js';

const make: DiskEvent = { kind: 'enter', directory: 0, name: 'new', inode: 1, isDirectory: false };
const link: DiskEvent = { kind: 'enter', directory: 0, name: 'link', inode: 1, isDirectory: false };
const write: DiskEvent = { kind: 'write', inode: 1, at: 0, bytes: Buffer.from('abcd') };
const unlink: DiskEvent = { kind: 'leave', directory: 0, name: 'new' };
const move: DiskEvent = {
  kind: 'move',
  from: { directory: 0, name: 'new' },
  to: { directory: 2, name: 'kept' },
  inode: 1,
};

const sync = (inode: number, begun: number): DiskEvent => ({ kind: 'sync', inode, path: '', begun });

/** Possible files, each as `name=text`. */
function possible(...events: readonly DiskEvent[]): readonly string[] {
  const images = imagesAfter({ events, at: events.length }, { most: 1_000, random: new Random(1) });
  const texts = Array.from(images, (image) =>
    Array.from(image.files, ([path, bytes]) => `${path}=${Buffer.from(bytes).toString('latin1')}`).join(' '),
  );
  return [...new Set(texts)].sort();
}

describe('after a power cut', () => {
  it('a file that was written may be absent, empty, torn, zeroed or complete', () => {
    expect(possible(make, write)).toEqual(['', 'new=', 'new=\0\0\0\0', 'new=ab', 'new=abcd']);
  });

  it('a synced file is absent or complete', () => {
    expect(possible(make, write, sync(1, 2))).toEqual(['', 'new=abcd']);
  });

  it('a synced entry may lead to a file without its bytes', () => {
    expect(possible(make, write, sync(0, 2))).toContain('new=');
  });

  it('a sync does not cover what ended after it began', () => {
    expect(possible(make, write, sync(1, 1))).toContain('new=');
    expect(possible(make, sync(0, 0))).toEqual(['', 'new=']);
  });

  it('when file and entry are synced, both are there', () => {
    expect(possible(make, write, sync(1, 2), sync(0, 2))).toEqual(['new=abcd']);
    expect(possible(make, sync(0, 1), unlink, sync(0, 3))).toEqual(['']);
  });

  it('a file with two names may have lost either, or regained the removed one', () => {
    expect(possible(make, write, sync(1, 2), link, unlink)).toEqual([
      '',
      'link=abcd',
      'new=abcd',
      'new=abcd link=abcd',
    ]);
  });

  it('a renamed file has its new name where the old one is gone', () => {
    const directory: DiskEvent = { kind: 'enter', directory: 0, name: 'd', inode: 2, isDirectory: true };
    const before = [directory, make, write, sync(1, 3), sync(0, 3)] as const;
    expect(possible(...before, move)).toEqual(['d/kept=abcd', 'd/kept=abcd new=abcd', 'new=abcd']);
    expect(possible(...before, move, sync(0, 6))).toEqual(['d/kept=abcd']);
    expect(possible(...before, move, sync(2, 6))).toEqual(['d/kept=abcd', 'd/kept=abcd new=abcd']);
  });

  it('the entries of a directory are lost with it', () => {
    const directory: DiskEvent = { kind: 'enter', directory: 0, name: 'd', inode: 2, isDirectory: true };
    const inIt: DiskEvent = { kind: 'enter', directory: 2, name: 'new', inode: 1, isDirectory: false };
    expect(possible(directory, inIt, sync(2, 2))).toEqual(['', 'd/new=']);
  });
});
