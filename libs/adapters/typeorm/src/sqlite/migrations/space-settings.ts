import type { MigrationInterface, QueryRunner } from 'typeorm';

const additions = [
  `ALTER TABLE space ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'`,
  'ALTER TABLE space ADD COLUMN shared INTEGER NOT NULL DEFAULT 0',
  'CREATE INDEX space_shared ON space (created_at, id) WHERE shared = 1',
  `CREATE TABLE space_label (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    space_id TEXT NOT NULL REFERENCES space (id) ON DELETE CASCADE,
    PRIMARY KEY (kind, name, space_id)
  ) STRICT, WITHOUT ROWID`,

  // Without it, removing a space would scan the labels of all spaces.
  'CREATE INDEX space_label_by_space ON space_label (space_id)',
];

/** Adds the settings of spaces, and their tags and packages as rows to find them by. */
export class SpaceSettings1795305600010 implements MigrationInterface {
  readonly name = 'SpaceSettings1795305600010';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of additions) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('space_label');
    await queryRunner.query('DROP INDEX space_shared');
    await queryRunner.query('ALTER TABLE space DROP COLUMN shared');
    await queryRunner.query('ALTER TABLE space DROP COLUMN settings');
  }
}
