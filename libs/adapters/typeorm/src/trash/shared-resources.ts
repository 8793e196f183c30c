import type { TrashPart } from '@cairn/kernel';
import { defaultMapId } from '@cairn/maps';
import { run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';

/** A resource of an account. */
export interface OwnedResource extends TrashPart {
  readonly owner: string;
}

/**
 * Removes the grants and links on resources that were deleted for good. Those on a space and its default map stay while
 * its owner has a space with the same identifier, also in the trash. This condition is part of the statement, so that
 * grants on a new space are never removed.
 */
export async function forgetShared(manager: Statements, gone: readonly OwnedResource[]): Promise<void> {
  const spaces = gone.filter(({ type }) => type === 'space');
  const others = gone.filter(({ type }) => type !== 'space');
  const maps = spaces.map((space) => ({ ...space, type: 'map' as const, id: defaultMapId(space.id) }));
  await forgetAll(manager, others);
  await forgetAll(manager, spaces, 'resource_id');
  await forgetAll(manager, maps, `substr(resource_id, ${defaultMapId('').length + 1})`);
}

/** With `spaceId`, the id of a space in SQL, only while its owner has no space with this id. */
async function forgetAll(
  manager: Statements,
  gone: readonly OwnedResource[],
  spaceId?: string,
): Promise<void> {
  if (gone.length === 0) return;
  const isWanted =
    spaceId === undefined
      ? ''
      : `AND NOT EXISTS (SELECT 1 FROM space WHERE space.id = ${spaceId} AND space.owner = account_id)
         AND NOT EXISTS (SELECT 1 FROM trash WHERE trash.space_id = ${spaceId} AND trash.owner = account_id)`;
  for (const table of ['access_grant', 'share_link'])
    await run(manager, (parameter) => {
      const tuples = gone.map(({ owner, type, id }) => `(${[owner, type, id].map(parameter).join(', ')})`);
      return `DELETE FROM ${table}
        WHERE (account_id, resource_type, resource_id) IN (VALUES ${tuples.join(', ')}) ${isWanted}`;
    });
}

/** Whether the trash has a space of another owner with this identifier that is shared by a grant or a link. */
export async function isReserved(
  manager: Statements,
  { id, owner }: { readonly id: string; readonly owner: string },
): Promise<boolean> {
  const rows = await manager.sql<readonly object[]>`
    SELECT 1 FROM trash WHERE space_id = ${id} AND owner <> ${owner}
      AND (EXISTS (SELECT 1 FROM access_grant
          WHERE account_id = trash.owner AND resource_type = 'space' AND resource_id = trash.space_id)
        OR EXISTS (SELECT 1 FROM share_link
          WHERE account_id = trash.owner AND resource_type = 'space' AND resource_id = trash.space_id))
      LIMIT 1`;
  return rows.length > 0;
}
