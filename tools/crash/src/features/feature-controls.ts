import { copyFile, rm } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { databaseOf } from '../data-dir.js';

/** A way to break what SQLite holds, which a run must detect. */
export interface FeatureControl {
  readonly what: string;
  /** Must match one of the reported faults. */
  readonly noticed: RegExp;
  /** Runs before the writes. */
  readonly before?: (dataDir: string) => Promise<void>;
  /** Runs after the kill, while the server is down. */
  readonly after: (dataDir: string) => Promise<void>;
}

const BATCHES = `(SELECT key FROM space_content WHERE space_id LIKE 'batches-%')`;
const WRITES = `(SELECT key FROM space_content WHERE space_id = 'writes')`;

/** Each promise is broken by one of them. */
export const featureControls: Readonly<Record<string, FeatureControl>> = {
  'forgotten-commits': {
    what: 'a database that forgets what it was told since the last start',
    noticed: /^version \d+ of .* is not in/,
    before: async (dataDir) => {
      const database = new Database(databaseOf(dataDir));
      await database.backup(`${dataDir}.before`);
      database.close();
    },
    after: async (dataDir) => {
      for (const log of ['-wal', '-shm']) await rm(databaseOf(dataDir) + log, { force: true });
      await copyFile(`${dataDir}.before`, databaseOf(dataDir));
      await rm(`${dataDir}.before`);
    },
  },
  'torn-batch': {
    what: 'a batch of which one feature is not stored',
    noticed: /^torn: |^lost: /,
    after: changing(
      `DELETE FROM feature WHERE number = (SELECT max(number) FROM feature WHERE content IN ${BATCHES})`,
    ),
  },
  'lost-write': {
    what: 'a write that another version replaced without a trace of it',
    noticed: /^nobody wrote |^lost: |has version/,
    after: changing(`UPDATE feature SET version = version - 1 WHERE content IN ${WRITES}`),
  },
  'version-gap': {
    what: 'a version that nobody was told of',
    noticed: /versions are unknown|have gaps/,
    after: changing('UPDATE space_content SET version = version + 100'),
  },
  'lost-index-entry': {
    what: 'a feature that the index does not have',
    noticed: /index entry/,
    after: changing(
      'CREATE TEMP TABLE gone AS SELECT max(id) AS id FROM feature_box; DELETE FROM feature_box WHERE id = (SELECT id FROM gone)',
    ),
  },
  miscount: {
    what: 'a total that counts one feature too many',
    noticed: /are counted/,
    after: changing('UPDATE space_content SET total = total + 1'),
  },
};

function changing(statement: string): (dataDir: string) => Promise<void> {
  return async (dataDir) => {
    const database = new Database(databaseOf(dataDir));
    database.exec(statement);
    database.close();
  };
}
