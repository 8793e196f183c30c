import type { Dialect } from '../sql/database.js';
import type { Statements } from '../sql/statements.js';

/** Whether the entry exists. Locks it until the end of the transaction. */
export async function lockEntry(
  manager: Statements,
  { forUpdate }: Pick<Dialect, 'forUpdate'>,
  id: string,
): Promise<boolean> {
  const rows = await manager.sql<readonly unknown[]>`SELECT 1 FROM trash WHERE id = ${id} ${forUpdate}`;
  return rows.length > 0;
}

/** Records that an entry has lost some features, or all. */
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
