/** Connection options of `pg` (node-postgres), without `connectionString`. */
export interface PostgresConnectionOptions {
  readonly host?: string | undefined;
  readonly port?: number | undefined;
  readonly user?: string | undefined;
  /** As a function, it is asked for each new connection. */
  readonly password?: string | (() => string | Promise<string>) | undefined;
  readonly database?: string | undefined;
  readonly ssl?: boolean | object | undefined;
  /** Connections of this process for reads and writes; 10 by default. */
  readonly max?: number | undefined;
  readonly statement_timeout?: number | undefined;
  readonly query_timeout?: number | undefined;
  readonly [option: string]: unknown;
}

/** How a PostgreSQL database is reached, and where in it the tables are. */
export type PostgresOptions = (
  | {
      /**
       * `postgres://user:password@host:port/name`, with `pg`'s parameters, such as `sslmode`, and these: `max`, the
       * connections of this process for reads and writes, by default 10, and one more while it leads; `schema`.
       */
      readonly url: string;
    }
  | { readonly options: PostgresConnectionOptions }
  | {
      /**
       * A TypeORM data source of PostgreSQL. Its options are used, not its connections: in a pool that both shared, work
       * that waits for Cairn could wait for a connection that it holds itself.
       */
      readonly dataSource: { readonly options: object };
    }
) & {
  /**
   * The schema of the tables, which is created where it is missing. By default the first one of the search path. Beside
   * other tables it should not have the name of the database user: PostgreSQL would make new ones of that user there.
   */
  readonly schema?: string | undefined;
  /**
   * `run`, the default, brings the tables up to date. `check` fails if they are not, and `never` does not look: both
   * need no right to change tables, which are made with `schemaSql`.
   */
  readonly migrate?: 'run' | 'check' | 'never' | undefined;
};

const SCHEMA = /^(?!pg_)[a-z_][a-z0-9_]{0,62}$/;

/** @throws {RangeError} for a name that would have to be quoted, or that PostgreSQL keeps for itself. */
export function assertSchemaName(name: string): void {
  if (!SCHEMA.test(name))
    throw new RangeError(
      `A schema has a name of 1 to 63 characters of a-z, 0-9 and _, which begins with neither a digit nor pg_: ${name}`,
    );
}
