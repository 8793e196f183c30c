import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { SourceFile } from './source.js';
import { ZipSource } from './zip-source.js';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cairn-zip-'))));
afterAll(() => rm(folder, { recursive: true }));

interface Member {
  readonly name: string;
  readonly content: Uint8Array;
  /** What the ZIP says of its length; the truth by default. */
  readonly told?: number;
  readonly isEncrypted?: boolean;
}

/** The fields of both headers of a member: APPNOTE.TXT 4.3.7 and 4.3.12. */
function fieldsOf(
  { name, content, told = content.length, isEncrypted = false }: Member,
  packed: Buffer,
): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x800 | (isEncrypted ? 1 : 0), 2); // names in UTF-8
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(told, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

async function zip(...members: readonly Member[]): Promise<ZipSource> {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const member of members) {
    const packed = deflateRawSync(member.content);
    const [fields, name] = [fieldsOf(member, packed), Buffer.from(member.name)];
    files.push(Buffer.from('PK\x03\x04'), fields, name, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, rest, name);
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  const path = join(folder, `${Math.random()}.zip`);
  await writeFile(path, Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end]));
  return await ZipSource.open(path);
}

async function filesOf(source: ZipSource): Promise<readonly SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const file of source.list()) files.push(file);
  return files;
}

async function textOf(file: SourceFile | undefined): Promise<string> {
  let text = '';
  for await (const part of (await file?.open()) ?? []) text += Buffer.from(part).toString();
  return text;
}

const content = Buffer.from('pixels');

it('gives the files of a ZIP, without folders and hidden ones', async () => {
  const source = await zip(
    { name: 'a/', content: Buffer.alloc(0) },
    { name: 'a/é.jpg', content },
    { name: '__MACOSX/._x.jpg', content },
    { name: 'b.jpg', content },
  );
  const files = await filesOf(source);
  expect(files.map(({ name, refused }) => [name, refused])).toEqual([
    ['a/é.jpg', undefined],
    ['b.jpg', undefined],
  ]);
  expect(await textOf(files[1])).toBe('pixels');
  await source.close();
});

it.each(['../x.jpg', 'a/../../x.jpg', '/etc/x.jpg', 'C:\\x.jpg'])('refuses a ZIP with %j', async (name) => {
  const source = await zip({ name: 'a.jpg', content }, { name, content });
  await expect(filesOf(source)).rejects.toThrow(/relative|absolute/);
  await source.close();
});

it('refuses what is encrypted, and what becomes far longer than any file', async () => {
  const source = await zip(
    { name: 'secret.jpg', content, isEncrypted: true },
    { name: 'bomb.jpg', content: Buffer.alloc(4 * 1024 * 1024) },
  );
  expect((await filesOf(source)).map(({ refused }) => refused)).toEqual([
    'It is encrypted.',
    'It is compressed to less than a 200th, as no real file is.',
  ]);
  await source.close();
});

it('reads no more of a file than the ZIP says', async () => {
  const source = await zip({ name: 'liar.jpg', content: Buffer.alloc(4 * 1024 * 1024), told: 100 });
  const [file] = await filesOf(source);
  await expect(textOf(file)).rejects.toThrow(/too many bytes/);
  await source.close();
});

it('refuses what is no ZIP', async () => {
  const path = join(folder, 'none.zip');
  await writeFile(path, 'pixels');
  await expect(ZipSource.open(path)).rejects.toThrow();
});
