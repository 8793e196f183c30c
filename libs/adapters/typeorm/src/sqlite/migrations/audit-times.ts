import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts refusals of one kind in one entry of the audit trail. */
export class AuditTimes1796100200100 implements MigrationInterface {
  readonly name = 'AuditTimes1796100200100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE audit_entry ADD COLUMN times INTEGER NOT NULL DEFAULT 1');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE audit_entry DROP COLUMN times');
  }
}
