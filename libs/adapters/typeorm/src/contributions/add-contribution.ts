import { LinkClosed, LinkFull, QuotaExceeded, storedFile, type Album, type Image } from '@cairn/images';
import { albumUpdated, uploadOf, type LinkAdded, type LinkAddition } from '@cairn/images/spi';
import { appendEvent } from '../kernel/append-event.js';
import { addImage } from '../images/add-image.js';
import { placeImages } from '../images/place-images.js';
import { sameImage } from '../images/same-image.js';
import { assertRoom, lockedUsage } from '../images/tables/usage.js';
import type { Dialect } from '../sql/database.js';
import { insertAll } from '../sql/insert.js';
import type { Statements } from '../sql/statements.js';
import { ContributionSchema, contributionRow, toWaiting, type WaitingRow } from './contribution-schema.js';

interface Added extends LinkAddition {
  /** Locked; absent for a folder. */
  readonly album: Album | undefined;
}

/** Albums are locked before links, and links before the catalog, as wherever links are removed. */
export async function addContribution(
  manager: Statements,
  dialect: Dialect,
  added: Added,
): Promise<LinkAdded> {
  const { image, linkId, album, compared, place } = added;
  const { owner, path } = image;
  const link = await lockedLink(manager, dialect, { owner, linkId });
  const usage = await lockedUsage(manager, dialect, owner);
  const where = album === undefined ? { path } : { albumId: album.id };
  const found = compared && (await sameImage(manager, image, { ...where, compared }));
  if (found !== undefined) return { image: found, isWaiting: false };
  const twin = await waitingTwin(manager, { linkId, image });
  if (twin !== undefined) return { image: twin, isWaiting: true };
  const { sizeInBytes } = storedFile(image.file);
  if (link.addedImages >= link.maxImages || link.addedBytes + sizeInBytes > link.maxBytes)
    throw new LinkFull();
  const isWaiting = link.approval === 'required';
  if (isWaiting) {
    await assertQuota(manager, added, usage);
    await assertRoom(manager, { owner, used: usage, sizeInBytes, bytes: added.bytes });
    await manager.sql`UPDATE catalog SET bytes = bytes + ${sizeInBytes} WHERE owner = ${owner}`;
    await endReservation(manager, added);
    await insertAll(manager, ContributionSchema, [contributionRow({ image, linkId, place })]);
  } else await addNow(manager, dialect, added);
  await manager.sql`UPDATE share_link SET added_images = added_images + 1, added_bytes = added_bytes + ${sizeInBytes},
    waiting_images = waiting_images + ${isWaiting ? 1 : 0} WHERE id = ${linkId}`;
  await nameGuest(manager, added);
  return { image, isWaiting };
}

/** Adds an image to the catalog, and to the end of an album. @throws {AlbumFull} and as `addImage` does. */
export async function addNow(
  manager: Statements,
  dialect: Dialect,
  added: Pick<Added, 'album' | 'image' | 'defaultQuota' | 'bytes' | 'maxImages'> & {
    readonly countedBytes?: number;
  },
): Promise<void> {
  const { album, image, defaultQuota, bytes, maxImages, countedBytes } = added;
  await addImage(manager, dialect, { image, defaultQuota, bytes, countedBytes });
  if (album === undefined) return;
  const imageIds = [image.id];
  await placeImages(manager, { album, images: [image], imageIds, now: bytes.now, maxImages });
  await appendEvent(manager, albumUpdated(album));
}

interface LinkRules {
  readonly approval: string;
  readonly maxImages: number;
  readonly maxBytes: number;
  readonly addedImages: number;
  readonly addedBytes: number;
}

/** All adds by a link wait here, so that no two of them take the same room. @throws {LinkClosed} */
async function lockedLink(
  manager: Statements,
  { forUpdate }: Dialect,
  { owner, linkId }: { readonly owner: string; readonly linkId: string },
): Promise<LinkRules> {
  const [row] = await manager.sql<readonly LinkRules[]>`
    SELECT approval, max_images AS "maxImages", max_bytes AS "maxBytes", added_images AS "addedImages",
      added_bytes AS "addedBytes" FROM share_link WHERE id = ${linkId} AND account_id = ${owner} ${forUpdate}`;
  if (row === undefined) throw new LinkClosed();
  return row;
}

async function waitingTwin(
  manager: Statements,
  { linkId, image }: Pick<Added, 'linkId' | 'image'>,
): Promise<Image | undefined> {
  const [row] = await manager.sql<readonly WaitingRow[]>`
    SELECT record, link_id AS "linkId", place_type AS "placeType", place_id AS "placeId" FROM contribution
    WHERE link_id = ${linkId} AND upload_sha256 = ${uploadOf(image).sha256} ORDER BY id LIMIT 1`;
  return row && toWaiting(row).image;
}

/** Images that wait take the places that they need once they are approved. @throws {QuotaExceeded} */
async function assertQuota(
  manager: Statements,
  { image: { owner }, defaultQuota }: Pick<Added, 'image' | 'defaultQuota'>,
  { imageCount, quota = defaultQuota }: { readonly imageCount: number; readonly quota?: number },
): Promise<void> {
  const [row] = await manager.sql<readonly { readonly waiting: number }[]>`
    SELECT CAST(COUNT(*) AS double precision) AS waiting FROM contribution WHERE owner = ${owner}`;
  const count = imageCount + (row?.waiting ?? 0);
  if (count >= quota) throw new QuotaExceeded(count, quota);
}

async function endReservation(
  manager: Statements,
  { image: { owner }, bytes: { reservation } }: Pick<Added, 'image' | 'bytes'>,
): Promise<void> {
  if (reservation !== undefined)
    await manager.sql`DELETE FROM byte_reservation WHERE id = ${reservation} AND owner = ${owner}`;
}

async function nameGuest(
  manager: Statements,
  { image: { owner, guest, createdAt }, linkId, guestName }: Added,
): Promise<void> {
  if (guest === undefined) return;
  await manager.sql`
    INSERT INTO guest (id, owner, link_id, name, created_at)
    VALUES (${guest}, ${owner}, ${linkId}, ${guestName ?? null}, ${createdAt})
    ON CONFLICT (id) DO UPDATE SET name = COALESCE(excluded.name, guest.name)
    WHERE guest.link_id = excluded.link_id`;
}
