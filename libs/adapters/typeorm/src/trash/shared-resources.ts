import type { TrashPart } from '@cairn/kernel';
import { run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';

/** A resource of an account. */
export interface OwnedResource extends TrashPart {
  readonly owner: string;
}

/**
 * Removes the grants and links on resources that were deleted for good. Those on a space stay while its owner has a
 * space with the same identifier, also in the trash. This condition is part of the statement, so that grants on a new
 * space are never removed.
 */
export async function forgetShared(manager: Statements, gone: readonly OwnedResource[]): Promise<void> {
  if (gone.length === 0) return;
  for (const table of ['access_grant', 'share_link'])
    await run(manager, (parameter) => {
      const tuples = gone.map(({ owner, type, id }) => `(${[owner, type, id].map(parameter).join(', ')})`);
      return `DELETE FROM ${table}
        WHERE (account_id, resource_type, resource_id) IN (VALUES ${tuples.join(', ')})
          AND (resource_type <> 'space'
            OR NOT EXISTS (SELECT 1 FROM space WHERE space.id = resource_id AND space.owner = account_id)
              AND NOT EXISTS (SELECT 1 FROM trash WHERE trash.space_id = resource_id AND trash.owner = account_id))`;
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
