import { Readable } from 'node:stream';
import {
  addressOf,
  CopyImage,
  DeleteImage,
  type Image,
  OpenFile,
  ReadByteQuota,
  ReadImage,
  UploadImage,
} from '@cairn/images';
import { everyStore } from '@cairn/services';
import { barePhoto, photoJpeg } from '@cairn/testkit';
import { expect, it } from '@jest/globals';
import { checkStores } from '../check/check-stores.js';
import { backUp, restoreBackup } from './backups.js';
import { BackupWorld, running } from './backups.spec.kit.js';

const CHECK = { mode: 'read', bytes: 'read', graceMs: -60_000 } as const;
const whole = Buffer.from(photoJpeg());
const bare = Buffer.from(barePhoto);

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

it.each(everyStore)(
  'a file of $name that is stored whole is backed up once for all its copies, of which the first is gone',
  async (environment) => {
    const world = await BackupWorld.open(environment);
    const [stores, elsewhere, folder] = [
      await world.stores('first'),
      await world.stores('second'),
      world.folder('backups'),
    ];
    const application = await running(stores);
    const first = await application.get(UploadImage).execute({
      owner: 'alice',
      bytes: Readable.from([whole]),
      details: async () => ({ name: 'whole.jpg', metadata: 'hide' }),
    });
    const copies: Image[] = [];
    for (const path of ['second', 'third'])
      copies.push(await application.get(CopyImage).execute('alice', first.id, { path }));
    await application.get(DeleteImage).execute('alice', first.id);
    expect(await backUp(stores, { folder, version: '1.2.3' })).toMatchObject({ blobs: 1, faults: [] });
    await application.close();

    await restoreBackup(elsewhere, { folder });
    const restored = await running(elsewhere);
    for (const [left, { id }] of [...copies.entries()].map(([at, copy]) => [1 - at, copy] as const)) {
      const image = await restored.get(ReadImage).execute('alice', id);
      const files = restored.get(OpenFile);
      const served = await files.execute(addressOf(image));
      expect((await bytesOf(await served.read())).equals(bare)).toBe(true);
      expect((await bytesOf(await files.openWhole(image).read())).equals(whole)).toBe(true);
      expect(await restored.get(ReadByteQuota).execute('alice')).toMatchObject({ used: whole.length });
      expect(await checkStores(elsewhere, CHECK)).toEqual({ findings: [], blobs: 1 });
      await restored.get(DeleteImage).execute('alice', id);
      expect(await checkStores(elsewhere, CHECK)).toEqual({ findings: [], blobs: left });
    }
    expect(await restored.get(ReadByteQuota).execute('alice')).toMatchObject({ used: 0 });
    await restored.close();
    await world.close();
  },
);
