import type { MigrationInterface, QueryRunner } from 'typeorm';

// The features that the trash holds, by entry: a content without a space, which is not purged. `loose` is 1 while its
// features are among the boxes of another content, `wanted` is 1 while they are being restored.
const table = `CREATE TABLE held_content (
    entry text COLLATE "C" NOT NULL PRIMARY KEY,
    content bigint NOT NULL,
    space_id text COLLATE "C" NOT NULL,
    space_created_at bigint NOT NULL,
    loose bigint NOT NULL,
    wanted bigint NOT NULL DEFAULT 0,
    max_features bigint
  )`;

/** Lets the trash keep the content of spaces. */
export class HeldContents1795800200100 implements MigrationInterface {
  readonly name = 'HeldContents1795800200100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(table);
    await queryRunner.query('CREATE INDEX held_content_loose ON held_content (content) WHERE loose = 1');
    await queryRunner.query('CREATE INDEX held_content_wanted ON held_content (entry) WHERE wanted = 1');
    await queryRunner.query('ALTER TABLE feature_space ADD COLUMN held bigint NOT NULL DEFAULT 0');
    await queryRunner.query('DROP INDEX feature_space_left');
    await queryRunner.query(
      'CREATE INDEX feature_space_left ON feature_space (key) WHERE space_id IS NULL AND held = 0',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX feature_space_left');
    await queryRunner.query('ALTER TABLE feature_space DROP COLUMN held');
    await queryRunner.query('CREATE INDEX feature_space_left ON feature_space (key) WHERE space_id IS NULL');
    await queryRunner.query('DROP TABLE held_content');
  }
}
