import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { everyStoreIsTested, openTestPostgres } from '@cairn/services';
import { WorkUnderWay, type Subject } from '@cairn/testkit';
import Sqlite from 'sqlite-driver';
import { openPostgres } from './open-postgres.js';
import type { RelationalStore, Repositories } from './repositories.js';
import { openSqlite } from './sqlite/open-sqlite.js';

/** Creates databases of one kind. A place is a folder or an address. */
interface Engine {
  readonly name: string;
  newPlace(): Promise<string>;
  openIn(place: string): Promise<RelationalStore>;
  /** Removes all rows. */
  empty(place: string): Promise<void>;
  leave(place: string): Promise<void>;
}

/** What the repositories take for the work that is done. */
export const work = new WorkUnderWay();
/** Statements are timed as on a server; none takes so long. */
const slowStatements = { fromMs: 3_600_000, report: () => undefined };
const watch = { currentWork: work.current, slowStatements };

const sqlite: Engine = {
  name: 'SQLite',
  newPlace: () => mkdtemp(join(tmpdir(), 'cairn-typeorm-')),
  openIn: (folder) => openSqlite({ file: join(folder, 'cairn.db'), watch }),
  empty: async (folder) => {
    const file = new Sqlite(join(folder, 'cairn.db'));
    const names = file
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
      .pluck()
      .all();
    const kept =
      /^(migrations$|cairn_migration$|sqlite_)|_(rowid|node|parent|config|content|data|docsize|idx)$/; // of virtual tables
    file.pragma('foreign_keys = off');
    const deletions = names.filter((each) => !kept.test(each)).map((name) => `DELETE FROM "${name}";`);
    file.exec(`BEGIN; ${deletions.join(' ')} COMMIT`);
    file.close();
  },
  leave: (folder) => rm(folder, { recursive: true, force: true }),
};

async function postgres(): Promise<Engine> {
  const server = await openTestPostgres();
  afterAll(() => server.close());
  return {
    name: server.name,
    newPlace: () => server.fresh(),
    openIn: (url) => openPostgres({ url }, undefined, watch),
    empty: (url) => server.empty(url),
    leave: async () => undefined,
  };
}

/** Those that this run tests. */
export const engines = everyStoreIsTested ? [sqlite, await postgres()] : [sqlite];

/** Rules share one database, emptied before each, because creating one takes far longer than most rules. */
export function subjectsOf(engine: Engine) {
  let place: string | undefined;
  let store: RelationalStore | undefined;

  const openStore = async (): Promise<Repositories> => {
    place ??= await engine.newPlace();
    store ??= await engine.openIn(place);
    return store.repositories;
  };
  const closeStore = async (): Promise<void> => {
    await store?.close();
    store = undefined;
  };

  afterAll(async () => {
    await closeStore();
    if (place !== undefined) await engine.leave(place);
  });

  return <T extends object>(choose: (repositories: Repositories) => T): Subject<T> => ({
    open: async () => {
      const repositories = await openStore();
      await engine.empty(place ?? '');
      await repositories.challenges.take('none'); // a write, which clears the caches
      return choose(repositories);
    },
    reopen: async () => {
      await closeStore();
      return choose(await openStore());
    },
  });
}
