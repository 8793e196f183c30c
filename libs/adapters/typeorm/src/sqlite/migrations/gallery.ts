import type { MigrationInterface, QueryRunner } from 'typeorm';
import { backfillGallery } from '../../images/gallery/backfill.js';
import { Statements } from '../../sql/statements.js';

const statements = [
  `ALTER TABLE image ADD COLUMN name_key TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE image ADD COLUMN words TEXT NOT NULL DEFAULT ''`,
  `CREATE TABLE image_term (
    owner TEXT NOT NULL,
    term TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    image_id TEXT NOT NULL REFERENCES image (id) ON DELETE CASCADE,
    PRIMARY KEY (owner, term, created_at, image_id)
  ) STRICT, WITHOUT ROWID`,

  // Without it, removing an image would scan all terms of all images.
  'CREATE INDEX image_term_by_image ON image_term (image_id)',
  `CREATE TABLE image_count (
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    parent TEXT NOT NULL,
    folded TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (owner, kind, name)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX image_count_by_count ON image_count (owner, kind, count DESC, name)',
  `CREATE INDEX image_count_by_parent ON image_count (owner, parent, name) WHERE kind = 'folder'`,
];

/** After the rows are filled. By `created_at` and `id` the terms and tags of an image are found without its row. */
const indexes = [
  'CREATE INDEX image_by_age ON image (owner, created_at, id)',
  'CREATE INDEX image_by_name ON image (owner, name_key, id, created_at)',
  'CREATE INDEX image_by_size ON image (owner, size_in_bytes, id, created_at)',
];

/** Creates what listings of images search, sort and count by, and fills it: some 5 s for 100,000 images. */
export class Gallery1795305600051 implements MigrationInterface {
  readonly name = 'Gallery1795305600051';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
    const run = async (text: string, values: readonly unknown[]): Promise<unknown> =>
      await queryRunner.query(text, [...values]);
    await backfillGallery(new Statements(run, () => '?'));
    for (const statement of indexes) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX image_by_age');
    await queryRunner.query('DROP INDEX image_by_name');
    await queryRunner.query('DROP INDEX image_by_size');
    await queryRunner.query('DROP TABLE image_count');
    await queryRunner.query('DROP TABLE image_term');
    await queryRunner.query('ALTER TABLE image DROP COLUMN words');
    await queryRunner.query('ALTER TABLE image DROP COLUMN name_key');
  }
}
