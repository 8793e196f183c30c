import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds when a copy was restored. Databases restored before this migration count as originals. */
export class RestoredCopy1796000100100 implements MigrationInterface {
  readonly name = 'RestoredCopy1796000100100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE installation ADD COLUMN restored_at bigint');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE installation DROP COLUMN restored_at');
  }
}
