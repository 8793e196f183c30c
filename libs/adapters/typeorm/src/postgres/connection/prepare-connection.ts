import { randomUUID } from 'node:crypto';
import type { ClientBase, QueryConfig } from 'pg';
import { isLookup } from '../../sql/lookup.js';

/** What the repositories count on, whatever the server is set to: that a commit waits for the disk is their promise. */
const SETTINGS = `SELECT
  set_config('default_transaction_isolation', 'read committed', false),
  set_config('synchronous_commit', coalesce(nullif(current_setting('synchronous_commit'), 'off'), 'on'), false)`;

/** Makes a new connection fit for the repositories. */
export async function prepareConnection(client: ClientBase): Promise<void> {
  await client.query(SETTINGS);
  const query: unknown = Reflect.get(client, 'query');
  if (typeof query !== 'function') return;
  const prepared = preparedStatements();
  const guarded = async (text: string, values: unknown): Promise<unknown> => {
    const statement = isLookup(text) ? prepared(text) : text;
    const result: unknown = await Reflect.apply(query, client, [statement, withoutNul(values)]);
    if (text === 'COMMIT') assertCommitted(result);
    return result;
  };
  Object.assign(client, { query: guarded });
}

/**
 * To plan a lookup takes PostgreSQL longer than to execute it: `pg` has it do so once for statements with a name. The
 * names are one connection's own, as there are servers on which connections share a session.
 */
function preparedStatements(): (text: string) => QueryConfig {
  const connection = randomUUID();
  const statements = new Map<string, QueryConfig>();
  return (text) => {
    const statement = statements.get(text) ?? { name: `${connection}-${statements.size}`, text };
    statements.set(text, statement);
    return statement;
  };
}

/**
 * PostgreSQL keeps no U+0000 in a text, and refuses a statement with one among its values. A stored text is never equal
 * to such a value, as it is never equal to null: so it is asked about null, and finds nothing. No column takes it.
 */
function withoutNul(values: unknown): unknown {
  if (!Array.isArray(values)) return values;
  return values.map((value: unknown) => (typeof value === 'string' && value.includes('\0') ? null : value));
}

/** Where a statement has failed, PostgreSQL takes COMMIT for ROLLBACK, and calls that a success. */
function assertCommitted(result: unknown): void {
  if (typeof result === 'object' && result !== null && 'command' in result && result.command !== 'COMMIT')
    throw new Error('The work went on after a statement that failed: nothing of it is stored.');
}
