import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records what is known of images; those that there are wait for being described. */
export class ImageDescriptions1795305600030 implements MigrationInterface {
  readonly name = 'ImageDescriptions1795305600030';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE image ADD COLUMN description text COLLATE "C"');
    await queryRunner.query('ALTER TABLE image ADD COLUMN described bigint NOT NULL DEFAULT 0');
    await queryRunner.query('CREATE INDEX image_undescribed ON image (id) WHERE described = 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX image_undescribed');
    await queryRunner.query('ALTER TABLE image DROP COLUMN described');
    await queryRunner.query('ALTER TABLE image DROP COLUMN description');
  }
}
