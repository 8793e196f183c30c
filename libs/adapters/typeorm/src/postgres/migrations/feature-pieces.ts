import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Has the copies of large features made again, with pieces of them: a copy is a part for some tiles. */
export class FeaturePieces1795305600062 implements MigrationInterface {
  readonly name = 'FeaturePieces1795305600062';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM feature_copy');
    await queryRunner.query('ALTER TABLE feature_copy RENAME COLUMN zoom TO part');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM feature_copy');
    await queryRunner.query('ALTER TABLE feature_copy RENAME COLUMN part TO zoom');
  }
}
