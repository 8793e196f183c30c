import { GiveGrant } from '@cairn/access';
import { createApplication, type Application, type InTransaction } from '@cairn/composition';
import {
  DiscardPrepared,
  ListImages,
  PrepareUpload,
  type PreparedUpload,
  type UploadDetails,
} from '@cairn/images';
import { BlobStore, CatalogRepository, type ImagePage } from '@cairn/images/spi';
import { openTestPostgres } from '@cairn/services';
import { CreateSpace, ListSpaces, ownerCaller } from '@cairn/spaces';
import { fixtures, until } from '@cairn/testkit';
import pg from 'pg';
import { DataSource } from 'typeorm';

/** How many transactions are made at once. */
export const MEMBERS = 6;

export const caller = (owner: string) => ownerCaller({ owner });

/** A database of an application's own, with a table named as one of Cairn's, and Cairn in a schema of it. */
export class SharedDatabase {
  private constructor(
    readonly application: Application,
    readonly pool: pg.Pool,
    readonly source: DataSource,
    readonly close: () => Promise<void>,
  ) {}

  static async open(): Promise<SharedDatabase> {
    const server = await openTestPostgres();
    const url = await server.fresh();
    const pool = new pg.Pool({ connectionString: url, max: MEMBERS });
    await pool.query('CREATE TABLE space (title text PRIMARY KEY)');
    const source = await new DataSource({ type: 'postgres', url }).initialize();
    const application = await createApplication({
      database: { kind: 'postgres', url, schema: 'media' },
      blobs: { kind: 'memory' },
      images: { kind: 'memory' },
      trashDays: 0,
    });
    return new SharedDatabase(application, pool, source, async () => {
      await application.close();
      await source.destroy();
      await pool.end();
      await server.close();
    });
  }

  /** The application's own. */
  async ownTitles(prefix: string): Promise<readonly string[]> {
    const { rows } = await this.pool.query<{ readonly title: string }>(
      'SELECT title FROM space WHERE title LIKE $1 ORDER BY title',
      [`${prefix}%`],
    );
    return rows.map(({ title }) => title);
  }

  /** Those of the spaces of an owner. */
  async titlesOf(owner: string): Promise<readonly string[]> {
    const { items } = await this.application.get(ListSpaces).execute(caller(owner), {}, { limit: 1_000 });
    return items.map(({ title }) => title).toSorted();
  }

  /** Those of the images of an owner. */
  async namesOf(owner: string): Promise<readonly string[]> {
    const names: string[] = [];
    for (let after: ImagePage['next']; ;) {
      const page = await this.application.get(ListImages).execute(owner, {}, { limit: 100, after });
      names.push(...page.images.map(({ fileName }) => fileName));
      if (page.next === undefined) return names.toSorted();
      after = page.next;
    }
  }

  /** A photo, of which no record is made yet. */
  async prepared(owner: string, name: string, given: Partial<UploadDetails> = {}): Promise<PreparedUpload> {
    const bytes = async function* () {
      yield Uint8Array.from(fixtures.png.bytes);
    };
    const details = async () => ({ name, ...given });
    return await this.application.get(PrepareUpload).execute({ owner, bytes: bytes(), details });
  }

  /** Waits until there are no bytes that no image needs: uploads without a record are discarded, and deletions are followed. */
  async nothingLeft(): Promise<void> {
    await this.application.get(DiscardPrepared).expire({ graceMs: -60_000 });
    const [blobs, catalog] = [this.application.get(BlobStore), this.application.get(CatalogRepository)];
    await until('no bytes are left', async () => {
      const keys = new Set((await catalog.listBlobs(10_000, undefined)).map(({ blobKey }) => blobKey));
      return (await blobs.area('originals').list(10_000, undefined)).every(({ key }) => keys.has(key));
    });
  }
}

/** A space that is shared, as Cairn's part of a transaction. */
export async function shareNewSpace(inner: InTransaction, owner: string, title: string): Promise<void> {
  const { id } = await inner.get(CreateSpace).execute(caller(owner), { title, description: '' });
  const resource = { type: 'space', id } as const;
  const to = { type: 'user', id: 'friend' } as const;
  await inner.get(GiveGrant).execute({ accountId: owner, resource, to, role: 'viewer' });
}
