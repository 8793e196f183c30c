import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates the tables of events and consumers. Only one connection writes, so events are numbered in commit order;
 * AUTOINCREMENT never reuses the number of a removed event.
 */
export class Outbox1795305600004 implements MigrationInterface {
  readonly name = 'Outbox1795305600004';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE outbox_event (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL,
      type TEXT NOT NULL,
      aggregate_id TEXT NOT NULL,
      occurred_at INTEGER NOT NULL,
      payload TEXT NOT NULL
    ) STRICT`);
    await queryRunner.query(`CREATE TABLE outbox_consumer (
      name TEXT PRIMARY KEY,
      position INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('outbox_consumer');
    await queryRunner.dropTable('outbox_event');
  }
}
