import type { Statements } from '../sql/statements.js';

/** The tables of the database are those of another version, which are not to be checked by this one. */
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
