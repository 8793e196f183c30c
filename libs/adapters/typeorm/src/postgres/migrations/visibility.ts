import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the visibility of images. Existing images stay public. */
export class Visibility1795737600100 implements MigrationInterface {
  readonly name = 'Visibility1795737600100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE image ADD COLUMN visibility text COLLATE "C" NOT NULL DEFAULT 'public'
      CHECK (visibility IN ('public', 'unlisted', 'private'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE image DROP COLUMN visibility');
  }
}
