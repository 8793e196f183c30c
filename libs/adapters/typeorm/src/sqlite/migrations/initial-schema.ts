import type { MigrationInterface, QueryRunner } from 'typeorm';
import { accessTables } from './access-tables.js';
import { imageTables } from './image-tables.js';
import { spaceTables } from './space-tables.js';

const workTables = [
  // Only one connection writes, so events are numbered in commit order. AUTOINCREMENT never reuses the number of a
  // removed event.
  `CREATE TABLE outbox_event (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    aggregate_id TEXT NOT NULL,
    occurred_at INTEGER NOT NULL,
    payload TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE outbox_consumer (
    name TEXT PRIMARY KEY,
    position INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE failed_work (
    job TEXT NOT NULL,
    item TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    reason TEXT NOT NULL,
    failed_at INTEGER NOT NULL,
    retry_at INTEGER,
    version TEXT NOT NULL,
    payload TEXT,
    PRIMARY KEY (job, item)
  ) STRICT`,
];

/** Creates all tables. Text compares bytewise; times are epoch milliseconds. */
export class InitialSchema1795305600100 implements MigrationInterface {
  readonly name = 'InitialSchema1795305600100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...accessTables, ...imageTables, ...spaceTables, ...workTables])
      await queryRunner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('The initial schema cannot be undone: delete the database.');
  }
}
