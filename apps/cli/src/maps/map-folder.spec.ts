import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { MapFolder } from './map-folder.js';

let root: string;
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'cairn-map-'))));
afterEach(async () => await rm(root, { recursive: true, force: true }));

const silent = { set: () => undefined, stop: () => undefined };

/** A ZIP file with these files, not compressed. */
function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(text)];
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x800, 2);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, nameBytes, bytes]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, nameBytes]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(Buffer.concat(entries).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, ...entries, Buffer.from('PK\x05\x06'), end]);
}

async function* inParts(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100);
}

const write = async (files: Readonly<Record<string, string>>) =>
  await (await MapFolder.open(root)).write(inParts(zipOf(files)), silent);

const filesThere = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

describe('the folder of a map', () => {
  it('has the files of the ZIP file, which others may read', async () => {
    expect(await write({ 'index.html': '<p>', 'layers/1.geojson': '{}' })).toEqual({
      files: 2,
      sizeInBytes: 5,
      removed: 0,
    });
    expect(await filesThere()).toEqual(['1.geojson', 'index.html']);
    expect(await readFile(join(root, 'layers/1.geojson'), 'utf8')).toBe('{}');
    if (process.platform !== 'win32') expect((await stat(join(root, 'index.html'))).mode & 0o777).toBe(0o644);
  });

  it('takes the place of an earlier one', async () => {
    await write({ 'index.html': 'old', 'layers/1-huts.geojson': '{}' });
    expect(await write({ 'index.html': 'new', 'layers/1-inns.geojson': '{}' })).toMatchObject({ removed: 1 });
    expect(await filesThere()).toEqual(['1-inns.geojson', 'index.html']);
  });

  it('has no other files', async () => {
    await writeFile(join(root, 'diary.txt'), 'mine');
    await expect(write({ 'index.html': '' })).rejects.toThrow('"diary.txt"');
    const file = join(root, 'diary.txt');
    await expect(MapFolder.open(file)).rejects.toThrow('must be a folder');
  });

  it('stays as it is if the ZIP file breaks off', async () => {
    await write({ 'index.html': 'old' });
    const cut = zipOf({ 'index.html': 'new' }).subarray(0, 60);
    await expect((await MapFolder.open(root)).write(inParts(cut), silent)).rejects.toThrow();
    expect(await filesThere()).toEqual(['index.html']);
    expect(await readFile(join(root, 'index.html'), 'utf8')).toBe('old');
  });

  it.each(['../evil.txt', 'layers/../../evil.txt', '/etc/evil.txt', 'evil.txt', 'layers\\..\\..\\evil.txt'])(
    'has nothing that lies elsewhere, such as %j',
    async (name) => {
      const inside = join(root, 'inside');
      await mkdir(inside);
      const folder = await MapFolder.open(inside);
      await expect(folder.write(inParts(zipOf({ [name]: 'x' })), silent)).rejects.toThrow();
      expect(await filesThere()).toEqual([]);
    },
  );
});
