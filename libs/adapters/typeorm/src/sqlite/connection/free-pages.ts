import type { Statements } from '../../sql/statements.js';

/** As many as no unit of work takes. */
const ENOUGH = 64;

/** Whether the database has pages without content, so that what is written next needs no more room on the disk. */
export async function hasFreePages(statements: Statements): Promise<boolean> {
  const [row] =
    await statements.query<readonly { readonly freelist_count: number }[]>('PRAGMA freelist_count');
  return row !== undefined && row.freelist_count >= ENOUGH;
}
