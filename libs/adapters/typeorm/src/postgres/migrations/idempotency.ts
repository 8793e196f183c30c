import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = `CREATE TABLE idempotency_claim (
    id text COLLATE "C" PRIMARY KEY,
    request text COLLATE "C" NOT NULL,
    seed text COLLATE "C" NOT NULL,
    holder text COLLATE "C" NOT NULL,
    attempt bigint NOT NULL,
    claimed_at bigint NOT NULL,
    held_until bigint NOT NULL,
    content text COLLATE "C",
    sealed text COLLATE "C"
  )`;

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
