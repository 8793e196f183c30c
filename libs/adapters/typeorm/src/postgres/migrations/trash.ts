import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE trash (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    owner text COLLATE "C" NOT NULL,
    title text COLLATE "C" NOT NULL,
    deletion text COLLATE "C" NOT NULL,
    deleted_by text COLLATE "C",
    deleted_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    size_in_bytes bigint NOT NULL,
    features bigint,
    thumbhash text COLLATE "C",
    parts text COLLATE "C" NOT NULL,
    blob_key text COLLATE "C" UNIQUE,
    content_type text COLLATE "C",
    sha256 text COLLATE "C",
    counted_bytes bigint NOT NULL,
    record text COLLATE "C" NOT NULL
  )`,
  'CREATE INDEX trash_by_age ON trash (owner, deleted_at, id)',
  'CREATE INDEX trash_by_expiry ON trash (expires_at, id)',

  // No foreign keys: the album, the image or both are gone.
  `CREATE TABLE trash_place (
    album_id text COLLATE "C" NOT NULL,
    image_id text COLLATE "C" NOT NULL,
    place bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (album_id, image_id)
  )`,
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
