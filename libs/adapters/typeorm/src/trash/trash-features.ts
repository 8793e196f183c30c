import type { Dialect } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';

/** Whether there is such an entry, which is locked until the end of the transaction. */
export async function lockEntry(
  manager: Statements,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  id: string,
): Promise<boolean> {
  const rows = await manager.sql<readonly unknown[]>`SELECT 1 FROM trash WHERE id = ${id} ${forUpdate}`;
  return rows.length > 0;
}

/** Tells an entry that it has lost features, or all of them. */
export async function shrinkEntry(
  manager: Statements,
  id: string,
  lost: { readonly features: number; readonly sizeInBytes: number } | 'all',
): Promise<void> {
  if (lost === 'all') await manager.sql`DELETE FROM trash WHERE id = ${id}`;
  else
    await manager.sql`UPDATE trash SET features = features - ${lost.features},
        size_in_bytes = CASE WHEN size_in_bytes > ${lost.sizeInBytes} THEN size_in_bytes - ${lost.sizeInBytes} ELSE 0 END
      WHERE id = ${id}`;
}
