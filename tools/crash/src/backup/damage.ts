import Sqlite from 'sqlite-driver';
import { BlobStore, CatalogRepository } from '@cairn/images/spi';
import { onStores, storesOf } from './on-stores.js';

/** Few, as very many orphans mean a wrong database, and are left. */
const ORPHANS = 4;
const SET_ASIDE = 20;

const rows = [
  'UPDATE catalog SET image_count = image_count + 1, bytes = bytes + 1',
  `DELETE FROM image_term WHERE term LIKE 'w:%'`,
  `UPDATE image_count SET count = count + 1 WHERE kind = 'folder'`,
  'DELETE FROM feature_box WHERE id % 11 = 0',
];

/** Damages stores that no process has open, in ways that a repair can undo. Returns how many. */
export async function damageStores(env: Readonly<Record<string, string>>, seed: string): Promise<number> {
  await onStores(env, async (application) => {
    const store = application.get(BlobStore);
    for (let number = 0; number < ORPHANS; number += 1) await addOrphan(store, `${seed}x${number}`);
    const images = await application.get(CatalogRepository).listBlobs(SET_ASIDE, undefined);
    for (const { blobKey } of images) await store.move(blobKey, { from: 'originals', to: 'quarantine' });
  });
  const { database } = storesOf(env);
  if (database.kind !== 'sqlite') return ORPHANS + SET_ASIDE;
  const connection = new Sqlite(database.file);
  for (const statement of rows) connection.exec(statement);
  connection.close();
  return ORPHANS + SET_ASIDE + rows.length;
}

async function addOrphan(store: BlobStore, key: string): Promise<void> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(key);
  }
  const staged = await store.stage(bytes(), key.length);
  await staged.commit({ area: 'originals', key, contentType: 'image/png' });
  await staged.discard();
}
