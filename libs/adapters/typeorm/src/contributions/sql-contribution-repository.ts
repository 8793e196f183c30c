import {
  AlbumByQuery,
  AlbumNotFound,
  ContributionNotFound,
  storedFile,
  type Album,
  type ContributedPlace,
  type Guest,
  type Image,
  type WaitingFilter,
  type WaitingImage,
} from '@cairn/images';
import {
  type Approval,
  type ContributionRepository,
  type LinkAdded,
  type LinkAddition,
} from '@cairn/images/spi';
import { compareTexts, purgedType, toPage, type Page, type PageRequest } from '@cairn/kernel';
import { sameImage } from '../images/same-image.js';
import { AlbumSchema, toAlbum, type AlbumRow } from '../images/tables/album-schema.js';
import { lockedUsage, uncount } from '../images/tables/usage.js';
import { appendEvents } from '../kernel/append-event.js';
import type { Database, Returned } from '../sql/database.js';
import { BEFORE_OLDEST } from '../sql/listing.js';
import { all, listOf, run, type Sql } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { selection } from '../sql/table.js';
import { addContribution, addNow } from './add-contribution.js';
import { ContributionSchema, toWaiting, type GuestRow, type WaitingRow } from './contribution-schema.js';

const columns = selection(ContributionSchema, ['record', 'linkId', 'placeType', 'placeId']);

const LISTING = { budget: 'listing' } as const;

/** Contributions as rows of a relational database. */
export class SqlContributionRepository implements ContributionRepository {
  constructor(private readonly database: Database) {}

  async add(addition: LinkAddition): Promise<LinkAdded> {
    const { dialect } = this.database;
    const { owner } = addition.image;
    return await this.database.write(async (manager) => {
      const album = await this.lockedAlbum(manager, owner, addition.place);
      return await addContribution(manager, dialect, { ...addition, album });
    });
  }

  async list(
    owner: string,
    filter: WaitingFilter,
    { limit, after = BEFORE_OLDEST }: PageRequest,
  ): Promise<Page<WaitingImage>> {
    const rows = await this.database.read(
      (manager) =>
        run<WaitingRow>(
          manager,
          (parameter) => `SELECT ${columns()} FROM contribution WHERE ${wanted(owner, filter)(parameter)}
            AND (added_at, id) > (${parameter(after.at)}, ${parameter(after.id)})
            ORDER BY added_at, id LIMIT ${parameter(limit + 1)}`,
        ),
      LISTING,
    );
    return toPage(Array.from(rows, toWaiting), limit, ({ image: { createdAt, id } }) => ({
      at: createdAt,
      id,
    }));
  }

  async count(owner: string, filter: WaitingFilter): Promise<number> {
    const [row] = await this.database.read((manager) =>
      run<{ readonly found: number }>(
        manager,
        (parameter) => `SELECT CAST(COUNT(*) AS double precision) AS found FROM contribution
          WHERE ${wanted(owner, filter)(parameter)}`,
      ),
    );
    return row?.found ?? 0;
  }

  async find(owner: string, ids: readonly string[]): Promise<readonly WaitingImage[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.read((manager) =>
      run<WaitingRow>(
        manager,
        (parameter) => `SELECT ${columns()} FROM contribution
          WHERE owner = ${parameter(owner)} AND id IN ${listOf(ids)(parameter)}`,
      ),
    );
    return Array.from(rows, toWaiting);
  }

  async approve(owner: string, id: string, approval: Approval): Promise<Image> {
    const { dialect } = this.database;
    return await this.database.write(async (manager) => {
      const [waiting] = await this.take(manager, owner, [id]);
      if (waiting === undefined) throw new ContributionNotFound();
      const { place } = waiting;
      const album = approval.album === 'needed' ? await this.lockedAlbum(manager, owner, place) : undefined;
      await forgetWaiting(manager, [waiting]);
      await lockedUsage(manager, dialect, owner);
      const image = approvedImage(waiting, approval);
      const where = album === undefined ? { path: image.path } : { albumId: album.id };
      const found = await sameImage(manager, image, { ...where, compared: 'served' });
      if (found !== undefined) {
        await drop(manager, owner, [waiting]);
        return found;
      }
      const { defaultQuota, now, maxImages } = approval;
      const countedBytes = storedFile(image.file).sizeInBytes;
      await addNow(manager, dialect, { album, image, defaultQuota, bytes: { now }, maxImages, countedBytes });
      return image;
    });
  }

  async refuse(owner: string, ids: readonly string[]): Promise<readonly WaitingImage[]> {
    if (ids.length === 0) return [];
    return await this.database.writeEvenIfFull(async (manager) => {
      const refused = await this.take(manager, owner, ids);
      await forgetWaiting(manager, refused);
      await drop(manager, owner, refused);
      return refused;
    });
  }

  async guests(owner: string, ids: readonly string[]): Promise<readonly Guest[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.read((manager) =>
      run<NamedRow>(
        manager,
        (parameter) =>
          `SELECT id, name FROM guest WHERE owner = ${parameter(owner)} AND id IN ${listOf(ids)(parameter)}`,
      ),
    );
    return Array.from(rows, toGuest);
  }

  async listGuests(owner: string, limit: number, after = ''): Promise<readonly Guest[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<readonly NamedRow[]>`
        SELECT id, name FROM guest WHERE owner = ${owner} AND id > ${after} ORDER BY id LIMIT ${limit}`,
      LISTING,
    );
    return Array.from(rows, toGuest);
  }

  /** Of two concurrent calls, the second one waits, and finds nothing unless the first one is rolled back. */
  private async take(
    manager: Statements,
    owner: string,
    ids: readonly string[],
  ): Promise<readonly WaitingImage[]> {
    const { dialect } = this.database;
    // In one order: calls that take some of the same rows do not wait for each other.
    await run(
      manager,
      (parameter) => `SELECT 1 FROM contribution
        WHERE owner = ${parameter(owner)} AND id IN ${listOf(ids)(parameter)} ORDER BY id ${dialect.forUpdate()}`,
    );
    const values: unknown[] = [];
    const parameter = (value: unknown): string => manager.parameter(values.push(value) - 1);
    const text = `DELETE FROM contribution
      WHERE owner = ${parameter(owner)} AND id IN ${listOf(ids)(parameter)} RETURNING ${columns()}`;
    const taken = await manager.query<Returned<WaitingRow>>(text, values);
    return Array.from(dialect.rowsOf(taken), toWaiting);
  }

  /** `undefined` for a folder. @throws {AlbumNotFound} {AlbumByQuery} */
  private async lockedAlbum(
    manager: Statements,
    owner: string,
    { type, id }: ContributedPlace,
  ): Promise<Album | undefined> {
    if (type === 'folder') return undefined;
    const { forUpdate } = this.database.dialect;
    const [row] = await manager.sql<readonly AlbumRow[]>`
      SELECT ${albumColumns} FROM album WHERE id = ${id} AND owner = ${owner} ${forUpdate}`;
    if (row === undefined) throw new AlbumNotFound();
    const album = toAlbum(row);
    if (album.query !== undefined) throw new AlbumByQuery();
    return album;
  }
}

type NamedRow = Pick<GuestRow, 'id' | 'name'>;

const toGuest = ({ id, name }: NamedRow): Guest => ({ id, ...(name !== null && { name }) });

const albumColumns = selection(AlbumSchema);

function approvedImage({ image }: WaitingImage, { now, fileName = image.fileName }: Approval): Image {
  return { ...image, fileName, createdAt: now, updatedAt: now };
}

function wanted(owner: string, { linkId, guest, places }: WaitingFilter): Sql {
  const conditions: Sql[] = [(parameter) => `owner = ${parameter(owner)}`];
  if (linkId !== undefined) conditions.push((parameter) => `link_id = ${parameter(linkId)}`);
  if (guest !== undefined) conditions.push((parameter) => `guest = ${parameter(guest)}`);
  if (places !== undefined)
    conditions.push((parameter) =>
      places.length === 0 ? '1 = 0' : `(${places.map((place) => inPlace(place)(parameter)).join(' OR ')})`,
    );
  return all(conditions);
}

function inPlace({ type, id }: ContributedPlace): Sql {
  const below = `${id}/`;
  return (parameter) => {
    const isThere = `place_type = '${type}' AND (place_id = ${parameter(id)}`;
    return type === 'album'
      ? `${isThere})`
      : `${isThere} OR substr(place_id, 1, ${[...below].length}) = ${parameter(below)})`;
  };
}

/** Counts images on their links that wait no longer. Before the catalog is locked, and in the order of the links. */
async function forgetWaiting(manager: Statements, decided: readonly WaitingImage[]): Promise<void> {
  const counts = new Map<string, number>();
  for (const { linkId } of decided) counts.set(linkId, (counts.get(linkId) ?? 0) + 1);
  for (const [linkId, count] of [...counts].sort(([one], [other]) => compareTexts(one, other)))
    await manager.sql`UPDATE share_link SET waiting_images = waiting_images - ${count} WHERE id = ${linkId}`;
}

/** Frees the bytes of images that no longer wait, and are not taken. */
async function drop(manager: Statements, owner: string, dropped: readonly WaitingImage[]): Promise<void> {
  if (dropped.length === 0) return;
  await appendEvents(
    manager,
    dropped.map(({ image: { id, file } }) => ({
      type: purgedType('image'),
      aggregateId: id,
      payload: { owner, blobKey: file.blobKey },
    })),
  );
  const bytes = dropped.reduce((sum, { image }) => sum + storedFile(image.file).sizeInBytes, 0);
  await uncount(manager, owner, { images: 0, bytes });
}
