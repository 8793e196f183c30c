import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // Found by the id, and by the end when no version that is kept has it any more. No foreign key: whoever inserts holds the
  // lock of the feature_space.
  `CREATE TABLE feature_history (
    space_key bigint NOT NULL,
    version bigint NOT NULL,
    ended bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    tags text[] COLLATE "C",
    body text COLLATE "C" NOT NULL,
    PRIMARY KEY (space_key, id, version)
  )`,
  'CREATE INDEX feature_history_by_end ON feature_history (space_key, ended)',
  // What was written before was not kept.
  'ALTER TABLE feature_space ADD COLUMN oldest_version bigint NOT NULL DEFAULT 0',
  'UPDATE feature_space SET oldest_version = version',
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
    await queryRunner.query('ALTER TABLE feature_space DROP COLUMN oldest_version');
  }
}
