import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Has the copies of large features made again, with their shapes in the tiles of low zooms. */
export class FeatureShapes1795305600063 implements MigrationInterface {
  readonly name = 'FeatureShapes1795305600063';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('TRUNCATE feature_copy');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('TRUNCATE feature_copy');
  }
}
