import pg from 'pg';
import { messageOf } from '../../sql/query-cause.js';

const MAX_CONNECTIONS = 10;

/** Where a database is; `name` is what messages call it, without the password that `url` may hold. */
export interface PostgresAddress {
  readonly url: string;
  readonly name: string;
  /** How many connections a process may have for its reads and writes. */
  readonly maxConnections: number;
}

/** @throws {Error} when `url` is none that `pg` understands, or its `max` is no number of connections. */
export function parsePostgresAddress(url: string): PostgresAddress {
  const max = new URLSearchParams(url.split('?')[1]).get('max') ?? String(MAX_CONNECTIONS);
  if (!/^[1-9]\d{0,3}$/.test(max))
    throw new Error('In the address of the database, max is a number of connections from 1 to 9999.');
  return { url, name: nameOf(url), maxConnections: Number(max) };
}

function nameOf(url: string): string {
  try {
    const { database, host, port } = new pg.Client({ connectionString: url });
    return `${database} at ${host.includes(':') ? `[${host}]` : host}:${port}`;
  } catch (cause) {
    throw new Error(`The address of the database cannot be used: ${messageOf(cause)}`, { cause });
  }
}
