import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Found by the id, and by the end when no version that is kept has it any more. No foreign key: rows of a content that is
  // gone are removed before it.
  `CREATE TABLE feature_history (
    number INTEGER PRIMARY KEY,
    content INTEGER NOT NULL,
    id TEXT NOT NULL,
    version INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    tags TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX feature_history_by_id ON feature_history (content, id, version)',
  'CREATE INDEX feature_history_by_end ON feature_history (content, ended)',
  // What was written before was not kept.
  'ALTER TABLE space_content ADD COLUMN oldest_version INTEGER NOT NULL DEFAULT 0',
  'UPDATE space_content SET oldest_version = version',
];

/**
 * Creates the table of features as they were: a row from its `version` on, until the version that `ended` it. It has those
 * that a version from `oldest_version` on of their space has.
 */
export class FeatureHistory1795305600065 implements MigrationInterface {
  readonly name = 'FeatureHistory1795305600065';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('feature_history');
    await queryRunner.query('ALTER TABLE space_content DROP COLUMN oldest_version');
  }
}
