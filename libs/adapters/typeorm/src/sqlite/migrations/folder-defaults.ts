import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = `CREATE TABLE folder_default (
    owner TEXT NOT NULL,
    path TEXT NOT NULL,
    visibility TEXT NOT NULL CHECK (visibility IN ('public', 'unlisted', 'private')),
    PRIMARY KEY (owner, path)
  ) STRICT`;

/** Only images that are not public, because most are. */
const index = `CREATE INDEX image_not_public ON image (owner, created_at, id, visibility)
  WHERE visibility <> 'public'`;

/** Creates the table of the default visibilities of uploads by folder, and an index for listings by visibility. */
export class FolderDefaults1795748400100 implements MigrationInterface {
  readonly name = 'FolderDefaults1795748400100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(table);
    await queryRunner.query(index);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX image_not_public');
    await queryRunner.query('DROP TABLE folder_default');
  }
}
