import { randomUUID } from 'node:crypto';
import { GiveGrant, ManageGrants } from '@cairn/access';
import { createApplication, type Application } from '@cairn/composition';
import { DiscardPrepared, PrepareUpload, RecordUpload } from '@cairn/images';
import { BlobStore, CatalogRepository } from '@cairn/images/spi';
import { CreateSpace, ListSpaces, ownerCaller } from '@cairn/spaces';
import pg from 'pg';
import { blobsOf } from '../data-dir.js';
import { NoiseImage } from '../images/noise-image.js';
import type { Found } from './audit.js';

const WORKERS = 6;
const OWNER = 'drill';
const ENOUGH = 100_000;
const photo = NoiseImage.ofSide(16);
const caller = ownerCaller({ owner: OWNER });

const [folder = '', url = '', mode = 'work'] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: WORKERS });
await pool.query('CREATE TABLE IF NOT EXISTS note (title text PRIMARY KEY)');

const opened = await createApplication({
  database: { kind: 'postgres', url, schema: 'media' },
  blobs: { kind: 'fs', directory: blobsOf(folder) },
  sweep: 'never',
});
await (mode === 'work' ? work(opened) : tell(opened));

/** Makes a row, a space, a grant and an image in one transaction, until the process is killed. Prints each that is committed. */
async function work(application: Application): Promise<void> {
  const once = async (title: string): Promise<void> => {
    const upload = await application.get(PrepareUpload).execute({
      owner: OWNER,
      bytes: (async function* () {
        yield photo.with(title);
      })(),
      details: async () => ({ name: `${title}.png` }),
    });
    await application.transaction(pool, async ({ client, inner }) => {
      const { id } = await inner.get(CreateSpace).execute(caller, { title, description: '' });
      const resource = { type: 'space', id } as const;
      const to = { type: 'user', id: 'friend' } as const;
      await inner.get(GiveGrant).execute({ accountId: OWNER, resource, to, role: 'viewer' });
      await inner.get(RecordUpload).execute(upload);
      await client.query('INSERT INTO note VALUES ($1)', [title]);
    });
    process.stdout.write(`${title}\n`);
  };
  const worker = async (): Promise<void> => {
    for (;;) await once(randomUUID());
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
}

/** Sweeps once, and prints what is stored. */
async function tell(application: Application): Promise<void> {
  const discarded = await application.get(DiscardPrepared).expire({ graceMs: -60_000 });
  const { items } = await application.get(ListSpaces).execute(caller, {}, { limit: ENOUGH });
  const titleOf = new Map(items.map(({ id, title }) => [id, title]));
  const grants = await application.get(ManageGrants).list(OWNER, { limit: ENOUGH });
  const catalog = application.get(CatalogRepository);
  const { images } = await catalog.list(OWNER, { where: [], sort: 'name' }, { limit: ENOUGH });
  const { rows } = await pool.query<{ title: string }>('SELECT title FROM note');
  const found: Found = {
    spaces: [...titleOf.values()],
    grants: grants.items.map(({ resource }) => titleOf.get(resource.id) ?? 'no space'),
    images: images.map(({ fileName }) => fileName.replace('.png', '')),
    notes: rows.map(({ title }) => title),
    neededBlobs: images.map(({ file }) => file.blobKey),
    blobs: (await application.get(BlobStore).area('originals').list(ENOUGH, undefined)).map(({ key }) => key),
    discarded,
  };
  process.stdout.write(`${JSON.stringify(found)}\n`);
  await application.close();
  await pool.end();
}
