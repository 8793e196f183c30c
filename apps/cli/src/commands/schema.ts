import { postgresSchemaSql } from '@cairn/composition';
import type { Command } from '../program/command.js';
import { UsageError } from '../program/options.js';

/** Prints the tables of PostgreSQL as SQL. Opens nothing. */
export const schema: Command = {
  usage: 'schema',
  summary: 'Print the SQL that makes the tables of PostgreSQL, or brings them up to date',
  options: [
    ['--sql', 'As SQL, for psql'],
    ['--from <migration>', 'The last migration that the tables have; by default none'],
    ['--schema <name>', 'The schema of the tables; by default the first one of the search path'],
  ],
  examples: ['schema --sql --schema cairn', 'schema --sql --from InitialSchema'],
  run: async ({ options, output }) => {
    if (!options.isSet('sql')) throw new UsageError('the only form is SQL: cairn schema --sql');
    const [from, name] = [options.text('from'), options.text('schema')];
    const sql = await postgresSchemaSql({ from, schema: name }).catch((error: unknown) => {
      throw error instanceof RangeError ? new UsageError(error.message) : error;
    });
    output.result({ sql }, sql.trimEnd());
    return 0;
  },
};
