import type { Statements } from '../sql/statements.js';

/** The schema of the database is that of another version, so this version must not check it. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema';

  constructor(database: string) {
    super(
      `The tables of the database ${database} are not those of this version. Start its server once, or use the version that it is of.`,
    );
  }
}

/** @throws {OtherSchema} */
export async function assertSchema(
  statements: Statements,
  database: string,
  known: readonly string[],
): Promise<void> {
  const applied = await statements.query<readonly { readonly name: string }[]>(
    'SELECT name FROM migrations ORDER BY id',
  );
  if (applied.map(({ name }) => name).join() !== known.join()) throw new OtherSchema(database);
}
