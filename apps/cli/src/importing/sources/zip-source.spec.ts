import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { UsageError } from '../../program/options.js';
import { Refused } from '../../transfer/refused.js';
import type { SourceFile } from './source.js';
import { ZipSource } from './zip-source.js';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'cairn-zip-'))));
afterAll(() => rm(folder, { recursive: true }));

interface Member {
  /** A name as bytes is written without the flag for UTF-8. */
  readonly name: string | Buffer;
  readonly content: Uint8Array;
  /** The length in the headers; by default the true one. */
  readonly told?: number;
  readonly isEncrypted?: boolean;
  readonly isLink?: boolean;
  readonly sum?: number;
  /** The bytes are stored uncompressed, with this as their stated length. */
  readonly stored?: number;
  /** The offset in the directory; by default the true one. */
  readonly at?: number;
}

/** The fields of both headers of a member: APPNOTE.TXT 4.3.7 and 4.3.12. */
function fieldsOf(
  { name, content, told = content.length, isEncrypted = false, sum = crc32(content), stored }: Member,
  packed: Uint8Array,
): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE((typeof name === 'string' ? 0x800 : 0) | (isEncrypted ? 1 : 0), 2); // names in UTF-8
  fields.writeUInt16LE(stored === undefined ? 8 : 0, 4);
  fields.writeUInt32LE(sum, 10);
  fields.writeUInt32LE(stored ?? packed.length, 14);
  fields.writeUInt32LE(told, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

async function zip(...members: readonly Member[]): Promise<ZipSource> {
  const [files, directory]: [Uint8Array[], Buffer[]] = [[], []];
  let offset = 0;
  for (const member of members) {
    const packed = member.stored === undefined ? deflateRawSync(member.content) : member.content;
    const [fields, name] = [fieldsOf(member, packed), Buffer.from(member.name)];
    files.push(Buffer.from('PK\x03\x04'), fields, name, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(member.isLink === true ? 0o120_777 * 65_536 : 0, 6);
    rest.writeUInt32LE(member.at ?? offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, rest, name); // made on Unix
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

it('gives the files of a ZIP, without folders and what is in hidden ones', async () => {
  const source = await zip(
    { name: 'a/', content: Buffer.alloc(0) },
    { name: 'a/é.jpg', content },
    { name: '__MACOSX/._x.jpg', content },
    { name: '__MACOSX/a/._x.jpg', content },
    { name: 'a/.x.jpg', content },
    { name: 'link.jpg', content, isLink: true },
    { name: 'b.jpg', content },
  );
  const files = await filesOf(source);
  expect(files.map(({ name, ignored }) => [name, ignored])).toEqual([
    ['a/é.jpg', undefined],
    ['__MACOSX/', 'It is hidden.'],
    ['a/.x.jpg', 'It is hidden.'],
    ['link.jpg', 'It is a link, or no file of bytes.'],
    ['b.jpg', undefined],
  ]);
  expect(await textOf(files.at(-1))).toBe('pixels');
  await source.close();
});

it.each([
  ['./a/x.jpg', 'a/x.jpg'],
  ['././x.jpg', 'x.jpg'],
  ['a/./b//x.jpg', 'a/b/x.jpg'],
  ['/etc/x.jpg', 'etc/x.jpg'],
  ['\\\\server\\x.jpg', 'server/x.jpg'],
  ['C:\\photos\\x.jpg', 'photos/x.jpg'],
  ['c:x.jpg', 'c:x.jpg'],
  ['...x.jpg/y.jpg', undefined],
])('takes %j for %j', async (name, file) => {
  const source = await zip({ name, content });
  const [found] = await filesOf(source);
  expect(found?.ignored === undefined ? found?.name : undefined).toBe(file);
  await source.close();
});

it.each(['../x.jpg', 'a/../../x.jpg', 'a/..', '..\\x.jpg'])('refuses %j, and nothing else', async (name) => {
  const source = await zip({ name: 'a.jpg', content }, { name, content }, { name: 'b.jpg', content });
  expect((await filesOf(source)).map(({ refused }) => refused?.slice(0, 14))).toEqual([
    undefined,
    'Its name leads',
    undefined,
  ]);
  await source.close();
});

it.each([
  ['UTF-8', Buffer.from('Été/汉堡.jpg'), 'Été/汉堡.jpg'],
  ['decomposed UTF-8', Buffer.from('E\u0301te\u0301.jpg'), 'E\u0301te\u0301.jpg'],
  ['ASCII', Buffer.from('a.jpg'), 'a.jpg'],
  ['cp437', Buffer.from([0x82, 0x74, 0x82, 0x2e, 0x6a, 0x70, 0x67]), 'été.jpg'],
])('reads names that are %s without the flag for UTF-8', async (_, name, file) => {
  const source = await zip({ name, content });
  expect((await filesOf(source)).map((found) => found.name)).toEqual([file]);
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
  await expect(textOf(file)).rejects.toThrow(/more bytes than the ZIP says/);
  await source.close();
});

it.each<[string, Partial<Member>]>([
  ['another checksum', { sum: 1 }],
  ['fewer bytes than it says', { told: 7 }],
  ['more bytes than it says', { told: 5 }],
  ['more stored bytes than it says', { stored: 6, told: 5 }],
  ['fewer stored bytes than it says', { stored: 6, told: 7 }],
  ['stored bytes that end early', { stored: 5 }],
])('refuses a file with %s, and no other', async (_, lie) => {
  const source = await zip(
    { name: 'a.jpg', content },
    { name: 'liar.jpg', content, ...lie },
    { name: 'b.jpg', content },
  );
  const [first, liar, last] = await filesOf(source);
  await expect(textOf(liar)).rejects.toThrow(Refused);
  expect([await textOf(first), await textOf(last)]).toEqual(['pixels', 'pixels']);
  await source.close();
});

const FIRST_BYTES = 30 + 'a.jpg'.length + deflateRawSync(content).length;

it.each<[string, readonly Member[]]>([
  [
    'that are the same',
    [
      { name: 'a.jpg', content },
      { name: 'b.jpg', content, at: 0 },
    ],
  ],
  [
    'that share all but a header',
    [
      { name: 'a.jpg', content },
      { name: 'b.jpg', content, at: 30 },
    ],
  ],
  [
    'that share one byte',
    [
      { name: 'a.jpg', content },
      { name: 'b.jpg', content, at: FIRST_BYTES - 1 },
    ],
  ],
  [
    'in the wrong order',
    [
      { name: 'b.jpg', content, at: FIRST_BYTES - 1 },
      { name: 'a.jpg', content, at: 0 },
    ],
  ],
])('refuses a ZIP with entries %s', async (_, members) => {
  await expect(zip(...members)).rejects.toThrow(UsageError);
});

it('refuses what is no ZIP', async () => {
  const path = join(folder, 'none.zip');
  await writeFile(path, 'pixels');
  await expect(ZipSource.open(path)).rejects.toThrow();
});
