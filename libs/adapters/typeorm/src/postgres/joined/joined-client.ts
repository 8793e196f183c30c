import type pg from 'pg';
import { getTypeParser } from '../connection/postgres-connection.js';
import { withoutNul } from '../connection/without-nul.js';
import type { PostgresClient } from '../connection/postgres-client.js';

/** A connection of `pg`, in a transaction that its owner begins and ends. */
export type CallerClient = Pick<pg.ClientBase, 'query'>;

/**
 * The connection of a caller as the repositories need it. Statements have no names and no time limits of their own, and it is
 * never closed.
 */
export class JoinedClient {
  constructor(private readonly client: CallerClient) {}

  /** As that of `PostgresClient`. */
  readonly query = ((statement: string | pg.QueryConfig | pg.Submittable, values?: unknown): unknown => {
    if (typeof statement === 'object' && 'submit' in statement) return this.client.query(statement);
    const given = Array.isArray(values) ? values.map(withoutNul) : undefined;
    const config = typeof statement === 'string' ? { text: statement } : statement;
    return this.client.query({ types: { getTypeParser }, ...config, ...(given && { values: given }) });
  }) as PostgresClient['query'];

  async answered<T>(answer: Promise<T>): Promise<T> {
    return await answer;
  }
}
