import type { Statements } from '../../sql/statements.js';

/** More than any unit of work needs. */
const ENOUGH = 64;

/** Whether the database has free pages, so that the next write needs no more disk space. */
export async function hasFreePages(statements: Statements): Promise<boolean> {
  const [row] =
    await statements.query<readonly { readonly freelist_count: number }[]>('PRAGMA freelist_count');
  return row !== undefined && row.freelist_count >= ENOUGH;
}
