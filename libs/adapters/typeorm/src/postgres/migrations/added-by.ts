import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the column for who added an image. Existing images count as added by their accounts. */
export class AddedBy1795741200100 implements MigrationInterface {
  readonly name = 'AddedBy1795741200100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE image ADD COLUMN added_by text COLLATE "C"');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE image DROP COLUMN added_by');
  }
}
