import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table for the installation that the database belongs to. */
export class Installation1795305600001 implements MigrationInterface {
  readonly name = 'Installation1795305600001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE installation (
      number INTEGER NOT NULL PRIMARY KEY CHECK (number = 1),
      id TEXT NOT NULL
    ) STRICT`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('installation');
  }
}
