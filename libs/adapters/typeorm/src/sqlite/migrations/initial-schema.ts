import type { MigrationInterface, QueryRunner } from 'typeorm';

// Long rows are found by rowid: as leaves of a text-keyed B-tree they would make it deep.
const tables = [
  `CREATE TABLE catalog (
    owner TEXT PRIMARY KEY,
    image_count INTEGER NOT NULL CHECK (image_count >= 0),
    quota INTEGER CHECK (quota >= 0)
  ) STRICT, WITHOUT ROWID`,

  // No foreign key to the image: an address outlives it.
  `CREATE TABLE address (
    address TEXT PRIMARY KEY,
    image_id TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,

  `CREATE TABLE image (
    id TEXT NOT NULL PRIMARY KEY,
    owner TEXT NOT NULL REFERENCES catalog (owner),
    path TEXT NOT NULL,
    file_name TEXT NOT NULL,
    tags TEXT NOT NULL,
    blob_key TEXT NOT NULL UNIQUE,
    content_type TEXT NOT NULL,
    size_in_bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    width INTEGER NOT NULL,
    height INTEGER NOT NULL,
    frames INTEGER NOT NULL,
    orientation INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT`,

  `CREATE TABLE image_tag (
    owner TEXT NOT NULL,
    tag TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    image_id TEXT NOT NULL REFERENCES image (id) ON DELETE CASCADE,
    PRIMARY KEY (owner, tag, created_at, image_id)
  ) STRICT, WITHOUT ROWID`,

  // Without it, removing an image would scan all tags of all images.
  'CREATE INDEX image_tag_by_image ON image_tag (image_id)',

  `CREATE TABLE space (
    id TEXT NOT NULL PRIMARY KEY,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    owner TEXT NOT NULL,
    storage_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    content_updated_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX space_by_age ON space (created_at, id)',
  'CREATE INDEX space_by_owner ON space (owner, created_at, id)',

  `CREATE TABLE account (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX account_by_age ON account (created_at, id)',

  `CREATE TABLE api_key (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    hint TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    revoked_at INTEGER,
    last_used_at INTEGER
  ) STRICT`,
  'CREATE INDEX api_key_by_age ON api_key (created_at, id)',
  'CREATE INDEX api_key_by_account ON api_key (account_id, created_at, id)',
];

/** Creates the tables of catalogs, spaces and accounts. Text compares bytewise; times are epoch milliseconds. */
export class InitialSchema1795219200000 implements MigrationInterface {
  readonly name = 'InitialSchema1795219200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of tables) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['image_tag', 'image', 'address', 'catalog', 'space', 'account', 'api_key']) {
      await queryRunner.dropTable(table);
    }
  }
}
