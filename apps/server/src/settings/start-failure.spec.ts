import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PartNotOpened } from '@cairn/composition';
import { StorageUnavailable } from '@cairn/kernel';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CannotListen } from './cannot-listen.js';
import { probeFolder } from './probe-folder.js';
import { explain, folderFault } from './start-failure.js';

const folder = mkdtempSync(join(tmpdir(), 'cairn-start-'));
const file = join(folder, 'file');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true }));

describe('folderFault', () => {
  it.each([
    ['ENOSPC', 'is full'],
    ['EDQUOT', 'is full'],
    ['EROFS', 'read-only'],
    ['EACCES', 'may not write to /srv/data'],
    ['EPERM', 'may not write to /srv/data'],
    ['ENOTDIR', 'is a file'],
    ['ENOENT', 'no files can be made in /srv/data'],
  ])('explains %s', (code, words) => {
    const { what, remedy, place } = folderFault('/srv/data', code) ?? {};
    expect(`${what} ${remedy} X to ${place}`).toContain(words);
  });

  it.each(['EIO', undefined])('does not explain %s', (code) => {
    expect(folderFault('/srv/data', code)).toBeUndefined();
  });
});

describe('probeFolder', () => {
  it('accepts a writable folder and leaves no files in it', () => {
    const inside = join(folder, 'works');
    expect(probeFolder(join(inside, 'deep'))).toBeUndefined();
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('detects a file in place of a folder', () => {
    expect(probeFolder(file)).toBe('ENOTDIR');
    expect(probeFolder(join(file, 'data'))).toBe('ENOTDIR');
  });
});

describe('explain', () => {
  const unavailable = new StorageUnavailable('The database is not available.');
  const lost = new PartNotOpened('database', unavailable);

  it('names the fault of the folder and its setting', () => {
    expect(explain(lost, { CAIRN_DATA_DIR: join(file, 'data') })).toBe(
      `Cairn could not start: ${join(file, 'data')} is a file or lies under one. Set CAIRN_DATA_DIR to a folder.`,
    );
    const blobs = { CAIRN_DATA_DIR: folder, CAIRN_BLOB_URL: `file:${file}/blobs` };
    expect(explain(new PartNotOpened('blobs', unavailable), blobs)).toContain(
      'Set CAIRN_BLOB_URL to a folder.',
    );
    expect(explain(unavailable, blobs)).toContain('Set CAIRN_BLOB_URL to a folder.');
  });

  it.each(['CAIRN', 'CAIRN_PUBLIC', 'CAIRN_METRICS'] as const)(
    'names the setting of the listener that cannot listen: %s',
    (settings) => {
      const failure = (code: string, port = 80): string =>
        explain(new CannotListen({ host: '10.0.0.5', port, settings }, code, undefined), {});
      expect(failure('EACCES')).toBe(
        `Cairn could not start: it may not listen at 10.0.0.5:80. Set ${settings}_PORT to a port from 1024 up, for example ${settings}_PORT=8080.`,
      );
      expect(failure('EADDRNOTAVAIL')).toMatch(`no address 10.0.0.5. Set ${settings}_HOST `);
      expect(failure('ENOTFOUND')).toMatch(`Set ${settings}_HOST `);
      expect(failure('EINVAL')).toMatch('10.0.0.5:80 (EINVAL)');
      expect(failure('EADDRINUSE', 65_535)).toMatch(new RegExp(`for example ${settings}_PORT=65525\\.$`));
    },
  );

  it('keeps the original reason if the folder is fine', () => {
    expect(explain(lost, { CAIRN_DATA_DIR: folder })).toBe(
      'Cairn could not start: The database is not available.\nThe setting for it is CAIRN_DATA_DIR.',
    );
  });
});
