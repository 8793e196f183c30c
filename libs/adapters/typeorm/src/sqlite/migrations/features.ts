import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  // The key of a space's content is never used again. Content without a space is what `purge` removes.
  `CREATE TABLE space_content (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    space_id TEXT UNIQUE REFERENCES space (id) ON DELETE SET NULL,
    version INTEGER NOT NULL,
    total INTEGER NOT NULL CHECK (total >= 0),
    west REAL,
    south REAL,
    east REAL,
    north REAL,
    bounds_exact INTEGER NOT NULL,
    summary TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX space_content_left ON space_content (key) WHERE space_id IS NULL',

  // Found by number, which the boxes refer to. The body is last: what comes before is read without it.
  `CREATE TABLE feature (
    number INTEGER PRIMARY KEY,
    content INTEGER NOT NULL REFERENCES space_content (key),
    id TEXT NOT NULL,
    id_hash INTEGER NOT NULL,
    version INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    west REAL,
    south REAL,
    east REAL,
    north REAL,
    tags TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX feature_by_id ON feature (content, id)',

  // One tree, in which each content has a slab of its own: a tree for each space would make every connection read the
  // whole schema again whenever a space gets its first feature, which takes 0.1 s with a thousand spaces.
  'CREATE VIRTUAL TABLE feature_box USING rtree (id, west, east, south, north, slab_start, slab_end)',
];

/**
 * Creates the tables of features. `west` > `east` marks a feature at the antimeridian, which has two boxes in the tree.
 * `version` is that of the content when it wrote the feature.
 */
export class Features1795305600011 implements MigrationInterface {
  readonly name = 'Features1795305600011';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of tables) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['feature_box', 'feature', 'space_content']) await queryRunner.dropTable(table);
  }
}
