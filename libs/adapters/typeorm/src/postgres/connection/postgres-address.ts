import pg from 'pg';
import {
  assertSchemaName,
  type PostgresConnectionOptions,
  type PostgresOptions,
} from '../../postgres-options.js';
import { messageOf } from '../../sql/query-cause.js';
import { timeLimits, type TimeLimits } from './time-limits.js';

const MAX_CONNECTIONS = 10;

/** The address of a database. `name` is for messages and has no password, unlike `config`. */
export interface PostgresAddress {
  readonly config: pg.ClientConfig;
  readonly name: string;
  /** Maximum connections of this process for reads and writes. */
  readonly maxConnections: number;
  readonly limits: TimeLimits;
  /** The schema of the tables; by default the first one of the search path. */
  readonly schema: string | undefined;
}

/** What was given, not checked yet. */
interface Given {
  readonly config: pg.ClientConfig;
  readonly max: string | number;
  readonly statementMs: string | number | undefined;
  readonly answerMs: string | number | undefined;
  readonly schema?: string | undefined;
}

/**
 * `statement_timeout` and `query_timeout` are removed from the connection options: `pg` would apply them to every
 * statement.
 * @throws {Error} when `pg` cannot parse the address, or `max`, a timeout or the schema is invalid.
 */
export function postgresAddress(options: PostgresOptions): PostgresAddress {
  const { config, max, statementMs, answerMs, ...given } =
    'url' in options
      ? ofUrl(options.url)
      : ofOptions('options' in options ? options.options : ofDataSource(options.dataSource));
  if (!/^[1-9]\d{0,3}$/.test(String(max)))
    throw new Error('In the address of the database, max is a number of connections from 1 to 9999.');
  const limits = timeLimits({
    ...timeout(statementMs, 'statement_timeout', 'statementMs'),
    ...timeout(answerMs, 'query_timeout', 'answerMs'),
  });
  const { schema = given.schema } = options;
  if (schema !== undefined) assertSchemaName(schema);
  return { config, name: nameOf(config), maxConnections: Number(max), limits, schema };
}

/** Parameters of an address that `pg` does not know, or would understand otherwise. */
const OWN_PARAMETERS = ['statement_timeout', 'query_timeout', 'schema'] as const;

function ofUrl(url: string): Given {
  const [start = '', query = ''] = url.split('?');
  const parameters = new URLSearchParams(query);
  const max = parameters.get('max') ?? MAX_CONNECTIONS;
  const [statementMs, answerMs, schema] = OWN_PARAMETERS.map((name) => parameters.get(name) ?? undefined);
  const isPlain = !OWN_PARAMETERS.some((name) => parameters.has(name));
  for (const name of OWN_PARAMETERS) parameters.delete(name);
  const rest = parameters.toString();
  const connectionString = isPlain ? url : `${start}${rest && `?${rest}`}`;
  return { config: { connectionString }, max, statementMs, answerMs, schema };
}

function ofOptions(given: PostgresConnectionOptions): Given {
  const {
    max = MAX_CONNECTIONS,
    statement_timeout: statementMs,
    query_timeout: answerMs,
    connectionString,
    ...config
  } = given;
  // `pg` would replace a password function and an `ssl` object by what the text says, which is nothing.
  if (connectionString !== undefined)
    throw new Error('The options of the database have a connectionString: give it as `url`.');
  return { config, max, statementMs, answerMs };
}

/** The part of TypeORM's options that says where the database is. */
interface SourceOptions extends Pick<
  PostgresConnectionOptions,
  'host' | 'port' | 'password' | 'database' | 'ssl'
> {
  readonly type?: unknown;
  readonly url?: string;
  readonly username?: string;
  readonly poolSize?: number;
  readonly extra?: PostgresConnectionOptions;
  readonly replication?: { readonly master?: SourceOptions };
}

function ofDataSource({ options }: { readonly options: SourceOptions }): PostgresConnectionOptions {
  const { type, extra, poolSize, replication } = options;
  if (type !== 'postgres')
    throw new Error(`The data source is of ${String(type)}: Cairn needs one of PostgreSQL.`);
  const { url, host, port, username: user, password, database, ssl } = { ...options, ...replication?.master };
  const own = Object.entries({ host, port, user, password, database, ssl });
  return {
    ...extra,
    ...(url !== undefined && partsOf(url)),
    ...Object.fromEntries(own.filter(([, value]) => value !== undefined)),
    ...(poolSize !== undefined && { max: poolSize }),
  };
}

function partsOf(url: string): PostgresConnectionOptions {
  const { host, port, user, password, database, ssl } = clientOf({ connectionString: url });
  return { host, port, user, password: password ?? undefined, database, ssl };
}

function timeout<Name extends 'statementMs' | 'answerMs'>(
  given: string | number | undefined,
  option: string,
  name: Name,
): Partial<Record<Name, number>> {
  if (given === undefined) return {};
  if (!/^\d{1,9}$/.test(String(given)))
    throw new Error(`In the address of the database, ${option} is a number of milliseconds, or 0 for none.`);
  const limit: Partial<Record<Name, number>> = {};
  limit[name] = Number(given);
  return limit;
}

function nameOf(config: pg.ClientConfig): string {
  const { database, host, port } = clientOf(config);
  return `${database} at ${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A client that does not connect: it says what the options mean. */
function clientOf(config: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(config);
  } catch (cause) {
    throw new Error(`The address of the database cannot be used: ${messageOf(cause)}`, { cause });
  }
}
