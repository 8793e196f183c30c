import pg from 'pg';
import { messageOf } from '../../sql/query-cause.js';
import { timeLimits, type TimeLimits } from './time-limits.js';

const MAX_CONNECTIONS = 10;

/** The address of a database. `name` is for messages and has no password, unlike `url`. */
export interface PostgresAddress {
  readonly url: string;
  readonly name: string;
  /** Maximum connections of this process for reads and writes. */
  readonly maxConnections: number;
  readonly limits: TimeLimits;
}

/**
 * `statement_timeout` and `query_timeout` are removed from the address: `pg` would apply them to every statement.
 * @throws {Error} when `pg` cannot parse `url`, or `max` or a timeout is invalid.
 */
export function parsePostgresAddress(url: string): PostgresAddress {
  const [start = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  const max = parameters.get('max') ?? String(MAX_CONNECTIONS);
  if (!/^[1-9]\d{0,3}$/.test(max))
    throw new Error('In the address of the database, max is a number of connections from 1 to 9999.');
  const statementMs = takeTimeout(parameters, 'statement_timeout');
  const answerMs = takeTimeout(parameters, 'query_timeout');
  const limits = timeLimits({
    ...(statementMs !== undefined && { statementMs }),
    ...(answerMs !== undefined && { answerMs }),
  });
  const rest = parameters.toString();
  const plain = statementMs === undefined && answerMs === undefined;
  const address = plain ? url : `${start}${rest && `?${rest}`}`;
  return { url: address, name: nameOf(url), maxConnections: Number(max), limits };
}

function takeTimeout(parameters: URLSearchParams, name: string): number | undefined {
  const text = parameters.get(name);
  parameters.delete(name);
  if (text === null) return undefined;
  if (!/^\d{1,9}$/.test(text))
    throw new Error(`In the address of the database, ${name} is a number of milliseconds, or 0 for none.`);
  return Number(text);
}

function nameOf(url: string): string {
  try {
    const { database, host, port } = new pg.Client({ connectionString: url });
    return `${database} at ${host.includes(':') ? `[${host}]` : host}:${port}`;
  } catch (cause) {
    throw new Error(`The address of the database cannot be used: ${messageOf(cause)}`, { cause });
  }
}
