import { openPglite } from './postgres-pglite.js';
import { openServer } from './postgres-databases.js';

/** A PostgreSQL that tests run on. */
export interface TestPostgres {
  /** What it is, with its version. */
  readonly name: string;
  /** Whether it serves several connections at once, each a session of its own. */
  readonly concurrent: boolean;
  /** The address of an empty database of its own; without `concurrent` the one before is emptied for it. */
  fresh(): Promise<string>;
  /** Removes what `fresh` made. */
  close(): Promise<void>;
}

/**
 * The server at `CAIRN_TEST_POSTGRES_URL`, whose user must be allowed to create databases. Without it, PGlite in a
 * process of its own, which starts with the first `fresh` and speaks through one session with all its connections.
 */
export async function openTestPostgres(): Promise<TestPostgres> {
  const url = process.env['CAIRN_TEST_POSTGRES_URL'];
  return url === undefined || url === '' ? openPglite() : await openServer(url);
}

/** Whether a suite that needs several sessions at once can run; says on the error output how to run it where it cannot. */
export function isConcurrent(server: TestPostgres, suite: string): boolean {
  if (!server.concurrent) {
    process.stderr.write(
      `Skipped, as ${server.name} has one session: ${suite}. \`node tools/services/run.mjs npm test\` runs it on a ` +
        'server that it starts, `CAIRN_TEST_POSTGRES_URL=postgres://… npm test` on yours.\n',
    );
  }
  return server.concurrent;
}
