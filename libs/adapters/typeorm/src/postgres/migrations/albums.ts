import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  `CREATE TABLE album (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    title text COLLATE "C" NOT NULL,
    description text COLLATE "C" NOT NULL,
    image_order text COLLATE "C" NOT NULL CHECK (image_order IN ('manual', 'newest', 'oldest')),
    cover_id text COLLATE "C" REFERENCES image (id) ON DELETE SET NULL,
    query text COLLATE "C",
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  )`,
  'CREATE INDEX album_by_age ON album (owner, created_at, id)',
  // Without it, removing an image would scan all albums.
  'CREATE INDEX album_by_cover ON album (cover_id) WHERE cover_id IS NOT NULL',

  `CREATE TABLE album_image (
    album_id text COLLATE "C" NOT NULL REFERENCES album (id) ON DELETE CASCADE,
    image_id text COLLATE "C" NOT NULL REFERENCES image (id) ON DELETE CASCADE,
    place bigint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (album_id, image_id)
  )`,
  'CREATE INDEX album_image_by_place ON album_image (album_id, place, image_id)',
  'CREATE INDEX album_image_by_age ON album_image (album_id, created_at, image_id)',
  'CREATE INDEX album_image_by_image ON album_image (image_id)',
];

/** Creates the tables of albums. */
export class Albums1795651200100 implements MigrationInterface {
  readonly name = 'Albums1795651200100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of tables) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of ['DROP TABLE album_image', 'DROP TABLE album'])
      await queryRunner.query(statement);
  }
}
