import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers when a copy was restored. What was restored before has taken the place of its original. */
export class RestoredCopy1796000100100 implements MigrationInterface {
  readonly name = 'RestoredCopy1796000100100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE installation ADD COLUMN restored_at INTEGER');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE installation DROP COLUMN restored_at');
  }
}
