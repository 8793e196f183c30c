import type { MigrationInterface, QueryRunner } from 'typeorm';

const up = [
  `ALTER TABLE idempotency_claim ADD COLUMN owner text COLLATE "C" NOT NULL DEFAULT ''`,
  'ALTER TABLE idempotency_claim ADD COLUMN body text COLLATE "C"',
  'ALTER TABLE idempotency_claim ADD COLUMN size bigint NOT NULL DEFAULT 0',
  'CREATE INDEX idempotency_claim_by_owner ON idempotency_claim (owner, claimed_at, size)',
];

const down = [
  'DROP INDEX idempotency_claim_by_owner',
  'ALTER TABLE idempotency_claim DROP COLUMN size',
  'ALTER TABLE idempotency_claim DROP COLUMN body',
  'ALTER TABLE idempotency_claim DROP COLUMN owner',
];

/** Adds the owner of a claim, the length of its response, and the digest of the body of an unanswered attempt. */
export class IdempotencyUsage1795900100200 implements MigrationInterface {
  readonly name = 'IdempotencyUsage1795900100200';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of down) await queryRunner.query(statement);
  }
}
