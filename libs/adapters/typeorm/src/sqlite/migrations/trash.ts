import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE trash (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    owner TEXT NOT NULL,
    title TEXT NOT NULL,
    deletion TEXT NOT NULL,
    deleted_by TEXT,
    deleted_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    size_in_bytes INTEGER NOT NULL,
    features INTEGER,
    thumbhash TEXT,
    parts TEXT NOT NULL,
    blob_key TEXT UNIQUE,
    content_type TEXT,
    sha256 TEXT,
    counted_bytes INTEGER NOT NULL,
    record TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX trash_by_age ON trash (owner, deleted_at, id)',
  'CREATE INDEX trash_by_expiry ON trash (expires_at, id)',

  // No foreign keys: the album, the image or both are gone.
  `CREATE TABLE trash_place (
    album_id TEXT NOT NULL,
    image_id TEXT NOT NULL,
    place INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (album_id, image_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX trash_place_by_image ON trash_place (image_id)',
];

/** Creates the tables of what was deleted and can be restored. */
export class Trash1795800100100 implements MigrationInterface {
  readonly name = 'Trash1795800100100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of ['DROP TABLE trash_place', 'DROP TABLE trash'])
      await queryRunner.query(statement);
  }
}
