import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of presets of images. */
export class Presets1795305600054 implements MigrationInterface {
  readonly name = 'Presets1795305600054';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE preset (
      name TEXT NOT NULL PRIMARY KEY,
      query TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('preset');
  }
}
