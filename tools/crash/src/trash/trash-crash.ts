import { createApplication } from '@cairn/composition';
import { SweepBlobs } from '@cairn/images';
import { BlobStore, CatalogRepository } from '@cairn/images/spi';
import { uploadForm, type Random, type ServerProcess } from '@cairn/harness';
import Database from 'sqlite-driver';
import { blobsOf, databaseOf } from '../data-dir.js';
import { NoiseImage } from '../images/noise-image.js';
import { killServer, type Cycle, type KillOptions } from '../kills.js';

const CLIENTS = 6;
const MAX_DELAY_MS = 500;
const BATCH = 1_000;
const noise = NoiseImage.ofSide(32);

type Place = 'stored' | 'trashed' | 'purged';
type Act = 'deletes' | 'restores' | 'purges';

/** An image whose upload was acknowledged. */
interface Known {
  readonly id: string;
  place: Place;
  /** Where it may be, too, by a request that was not answered or as it has expired. */
  maybe?: Place | undefined;
}

const after: Readonly<Record<Act, Place>> = { deletes: 'trashed', restores: 'stored', purges: 'purged' };

/** Sends what is done to images, and knows what was acknowledged. */
class TrashLedger {
  readonly images: Known[] = [];
  done: Record<Act, number> = { deletes: 0, restores: 0, purges: 0 };

  /** Does something to an image that no other client works on, or uploads one. */
  async step(server: ServerProcess, random: Random): Promise<string | undefined> {
    const known = random.pick(this.images.filter(({ maybe, place }) => !maybe && place !== 'purged'));
    if (known === undefined || random.next() < 0.3) return await this.upload(server);
    const act = known.place === 'stored' ? 'deletes' : random.next() < 0.7 ? 'restores' : 'purges';
    known.maybe = after[act];
    const [method, path] = {
      deletes: ['DELETE', `/api/images/${known.id}`] as const,
      restores: ['POST', `/api/images/${known.id}/restore`] as const,
      purges: ['DELETE', `/api/trash/${known.id}`] as const,
    }[act];
    const response = await server.fetch(path, { method });
    await response.arrayBuffer();
    if (!response.ok) return `${method} ${path} answered ${response.status}`;
    known.place = after[act];
    known.maybe = undefined;
    this.done[act] += 1;
    return undefined;
  }

  private async upload(server: ServerProcess): Promise<string | undefined> {
    const bytes = noise.with(String(Math.random()));
    const body = uploadForm({ bytes, name: 'a.png' });
    const response = await server.fetch('/api/upload', { method: 'POST', body });
    const { id } = (await response.json()) as { readonly id: string };
    if (response.status !== 201) return `an upload answered ${response.status}`;
    this.images.push({ id, place: 'stored' });
    return undefined;
  }
}

/** Kills a server while images are deleted, restored, deleted for good and expire. */
export async function crashTrash(options: KillOptions): Promise<readonly Cycle[]> {
  return await killServer(options, (random) => {
    const ledger = new TrashLedger();
    return {
      load: async (server) => {
        ledger.done = { deletes: 0, restores: 0, purges: 0 };
        return {
          mostMs: MAX_DELAY_MS,
          hasBegun: () => ledger.done.deletes > 2 && ledger.done.restores > 0,
          steps: Array.from({ length: CLIENTS }, () => () => ledger.step(server, random)),
        };
      },
      verify: async () => ({ counts: { ...ledger.done }, faults: [] }),
      audit: async (dataDir) => {
        const cycle = await audit(dataDir, ledger);
        expireSome(dataDir, ledger);
        return cycle;
      },
    };
  });
}

/** Compares what a stopped server has stored with what it acknowledged. */
async function audit(dataDir: string, ledger: TrashLedger): Promise<Cycle> {
  const application = await createApplication({
    database: { kind: 'sqlite', file: databaseOf(dataDir) },
    blobs: { kind: 'fs', directory: blobsOf(dataDir) },
    sweep: 'never',
    background: 'off',
  });
  try {
    await application.get(SweepBlobs).execute({ graceMs: 0, orphanLimit: 'any' });
    const rows = await application.get(CatalogRepository).listBlobs(1_000_000, undefined);
    const keys = new Set<string>();
    for (let last: string | undefined; ;) {
      const listed = await application.get(BlobStore).area('originals').list(BATCH, last);
      for (const { key } of listed) keys.add(key);
      last = listed.at(-1)?.key;
      if (last === undefined) break;
    }
    const faults = placesIn(dataDir, ledger);
    if (rows.length !== keys.size || rows.some(({ blobKey }) => !keys.has(blobKey)))
      faults.push(`after the sweep ${rows.length} images need ${keys.size} blobs`);
    const count = (place: Place): number => ledger.images.filter((known) => known.place === place).length;
    return { counts: { stored: count('stored'), 'in the trash': count('trashed') }, faults };
  } finally {
    await application.close();
  }
}

/** Finds each image in exactly one place that is allowed, and learns where it is. Checks the counts of the quota. */
function placesIn(dataDir: string, { images }: TrashLedger): string[] {
  const database = new Database(databaseOf(dataDir));
  const ids = (table: string): ReadonlySet<string> =>
    new Set(database.prepare<[], string>(`SELECT id FROM ${table}`).pluck().all());
  const [stored, trashed] = [ids('image'), ids('trash')];
  const counts = database
    .prepare<[], string>(
      `SELECT owner || ' has counts of its own' FROM catalog WHERE image_count <> (SELECT count(*) FROM image WHERE image.owner = catalog.owner)
        OR bytes <> (SELECT coalesce(sum(size_in_bytes), 0) FROM image WHERE image.owner = catalog.owner)
          + (SELECT coalesce(sum(counted_bytes), 0) FROM trash WHERE trash.owner = catalog.owner)`,
    )
    .pluck()
    .all();
  database.close();
  const faults = [...counts];
  for (const known of images) {
    const { id, place, maybe } = known;
    if (stored.has(id) && trashed.has(id)) faults.push(`${id} is stored and in the trash`);
    const found = stored.has(id) ? 'stored' : trashed.has(id) ? 'trashed' : 'purged';
    if (found !== place && found !== maybe) faults.push(`${id} is ${found}, and should be ${place}`);
    known.place = found;
    known.maybe = undefined;
  }
  return faults;
}

/** Has half of the trash expire, so that the next server deletes it while it works. */
function expireSome(dataDir: string, { images }: TrashLedger): void {
  const database = new Database(databaseOf(dataDir));
  const expire = database.prepare<[string]>('UPDATE trash SET expires_at = 0 WHERE id = ?');
  const expiring = images.filter(({ place }) => place === 'trashed').filter((_, index) => index % 2 === 0);
  for (const known of expiring) {
    expire.run(known.id);
    known.maybe = 'purged';
  }
  database.close();
}
