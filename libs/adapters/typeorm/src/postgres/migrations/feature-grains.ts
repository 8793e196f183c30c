import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Has the copies of large features made again, with what is too small for a shape apart. */
export class FeatureGrains1795305600064 implements MigrationInterface {
  readonly name = 'FeatureGrains1795305600064';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('TRUNCATE feature_copy');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('TRUNCATE feature_copy');
  }
}
