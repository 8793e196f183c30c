import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = `CREATE TABLE idempotency_claim (
    id TEXT PRIMARY KEY NOT NULL,
    request TEXT NOT NULL,
    seed TEXT NOT NULL,
    holder TEXT NOT NULL,
    attempt INTEGER NOT NULL,
    claimed_at INTEGER NOT NULL,
    held_until INTEGER NOT NULL,
    content TEXT,
    sealed TEXT
  ) STRICT`;

/** For the removal of expired claims. */
const index = 'CREATE INDEX idempotency_claim_by_time ON idempotency_claim (claimed_at)';

/** Creates the table of requests under idempotency keys. */
export class Idempotency1795800700100 implements MigrationInterface {
  readonly name = 'Idempotency1795800700100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(table);
    await queryRunner.query(index);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE idempotency_claim');
  }
}
