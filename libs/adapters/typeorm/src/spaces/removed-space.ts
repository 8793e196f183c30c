import type { Disposal } from '@cairn/kernel';
import { newWork } from '@cairn/photo-places/spi';
import type { FeatureUse, Space } from '@cairn/spaces';
import { assertFits, entryOfSpace, type SpaceRestoration } from '@cairn/spaces/spi';
import { Not } from 'typeorm';
import { putInTrash, takeFromTrash } from '../trash/tables/trash-rows.js';
import type { Dialect } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';
import { findHeldContent, holdContent, restoreContent } from './held-contents.js';
import { PhotoLinkSchema, workRow, type PhotoLinkRow } from './photo-link-schema.js';

/** The parts of a removed space that the trash keeps besides its content. */
interface RemovedSpace {
  readonly space: Space;
  readonly photoLinks: readonly PhotoLinkRow[];
}

interface Content {
  readonly key: number;
  readonly total: number;
  readonly length: number;
}

/** Puts a space that is about to be removed into the trash. */
export async function disposeOfSpace(
  manager: Statements,
  dialect: Dialect,
  { space, disposal }: { readonly space: Space; readonly disposal: Disposal },
): Promise<void> {
  const [content] = await manager.sql<readonly Content[]>`
    SELECT key, total, ${() => dialect.contentLength} AS length
    FROM ${() => dialect.contents} WHERE space_id = ${space.id}`;
  const { total = 0, length = 0 } = content ?? {};
  const photoLinks = await manager.repository(PhotoLinkSchema).findBy({ spaceId: space.id });
  const entry = entryOfSpace(space, { total, summary: { length } }, disposal);
  if (content !== undefined)
    await holdContent(manager, dialect, { entry: entry.id, key: content.key, space, state: 'whole' });
  const record: RemovedSpace = { space, photoLinks };
  await putInTrash(manager, [{ entry, record }]);
}

/** Takes a space out of the trash. @throws {NotInTrash} */
export async function takeRemovedSpace(
  manager: Statements,
  dialect: Dialect,
  { owner, entry }: SpaceRestoration,
): Promise<RemovedSpace> {
  const { record } = await takeFromTrash(manager, dialect, { owner, id: entry, kind: 'space' });
  return parseRemoved(record);
}

const parseRemoved: (json: string) => RemovedSpace = JSON.parse;

/** Returns the content and the photos to a space that was stored again. @throws {FeatureQuotaExceeded} */
export async function restoreParts(
  manager: Statements,
  dialect: Dialect,
  { space, photoLinks, restoration }: RemovedSpace & { readonly restoration: SpaceRestoration },
): Promise<void> {
  const { entry, quota } = restoration;
  if (quota !== undefined) await assertHasRoom(manager, dialect, { space, restoration });
  await restoreContent(manager, dialect, { entry, spaceId: space.id });
  await restorePhotoLinks(manager, photoLinks, restoration);
}

async function assertHasRoom(
  manager: Statements,
  dialect: Dialect,
  { space: { owner }, restoration }: { readonly space: Space; readonly restoration: SpaceRestoration },
): Promise<void> {
  const held = await findHeldContent(manager, restoration.entry);
  if (held === undefined) return;
  await dialect.lockOwner(manager, owner);
  const length = (): string => dialect.contentLength;
  const contents = (): string => dialect.contents;
  const [used] = await manager.sql<readonly FeatureUse[]>`
    SELECT CAST(COALESCE(SUM(total), 0) AS double precision) AS "featureCount",
      COALESCE(SUM(${length}), 0) AS length
    FROM space JOIN ${contents} ON space_id = space.id WHERE owner = ${owner}`;
  const [added] = await manager.sql<readonly FeatureUse[]>`
    SELECT total AS "featureCount", ${length} AS length FROM ${contents} WHERE key = ${held.key}`;
  if (used !== undefined && added !== undefined) assertFits(used, added, restoration.quota);
}

/** Photos that belong to another space by now stay there. The photos of the other sources are placed again. */
async function restorePhotoLinks(
  manager: Statements,
  links: readonly PhotoLinkRow[],
  { now }: SpaceRestoration,
): Promise<void> {
  const stored = manager.repository(PhotoLinkSchema);
  for (const link of links) {
    const { owner, source } = link;
    if (link.phase !== 'removing' && (await stored.existsBy({ owner, source, phase: Not('removing') })))
      continue;
    const work = link.phase === 'removing' ? newWork('removing', now) : newWork('placing', now);
    await stored.insert({ ...link, ...workRow(work), generation: link.generation + 1 });
  }
}
