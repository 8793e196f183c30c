import type { EntityManager } from 'typeorm';
import { UnsuitableServer } from '../../unusable-database.js';

const OLDEST = 14;

interface Server {
  readonly version: string;
  readonly major: number;
  readonly encoding: string;
}

/**
 * `database` is the name in the error message. @throws {UnsuitableServer} when it is too old or its encoding is not
 * UTF-8.
 */
export async function checkServer(manager: EntityManager, database: string): Promise<void> {
  const servers = await manager.query<readonly Server[]>(`SELECT
    current_setting('server_version') AS version,
    current_setting('server_version_num')::int / 10000 AS major,
    current_setting('server_encoding') AS encoding`);
  for (const server of servers) assertSuitable(server, database);
}

/** @throws {UnsuitableServer} */
export function assertSuitable({ version, major, encoding }: Server, database: string): void {
  if (major < OLDEST)
    throw new UnsuitableServer(
      `The database ${database} is PostgreSQL ${version}: version ${OLDEST} or later is needed.`,
    );
  if (encoding !== 'UTF8')
    throw new UnsuitableServer(
      `The database ${database} keeps texts as ${encoding}: make one WITH ENCODING 'UTF8' TEMPLATE template0.`,
    );
}
