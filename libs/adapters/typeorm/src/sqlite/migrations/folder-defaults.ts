import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = `CREATE TABLE folder_default (
    owner TEXT NOT NULL,
    path TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    PRIMARY KEY (owner, path)
  ) STRICT`;

/** Creates the table of what uploads into a folder get by default. */
export class FolderDefaults1795748400100 implements MigrationInterface {
  readonly name = 'FolderDefaults1795748400100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(table);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE folder_default');
  }
}
