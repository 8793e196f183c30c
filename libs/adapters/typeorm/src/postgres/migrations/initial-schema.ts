import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  `CREATE TABLE catalog (
    owner text COLLATE "C" PRIMARY KEY,
    image_count bigint NOT NULL CHECK (image_count >= 0),
    quota bigint CHECK (quota >= 0)
  )`,

  // No foreign key to the image: an address outlives it.
  `CREATE TABLE address (
    address text COLLATE "C" PRIMARY KEY,
    image_id text COLLATE "C" NOT NULL
  )`,

  `CREATE TABLE image (
    id text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL REFERENCES catalog (owner),
    path text COLLATE "C" NOT NULL,
    file_name text COLLATE "C" NOT NULL,
    tags text COLLATE "C" NOT NULL,
    blob_key text COLLATE "C" NOT NULL UNIQUE,
    content_type text COLLATE "C" NOT NULL,
    size_in_bytes bigint NOT NULL,
    sha256 text COLLATE "C" NOT NULL,
    width bigint NOT NULL,
    height bigint NOT NULL,
    frames bigint NOT NULL,
    orientation bigint NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
  )`,

  `CREATE TABLE image_tag (
    owner text COLLATE "C" NOT NULL,
    tag text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    image_id text COLLATE "C" NOT NULL REFERENCES image (id) ON DELETE CASCADE,
    PRIMARY KEY (owner, tag, created_at, image_id)
  )`,

  // Without it, removing an image would scan all tags of all images.
  'CREATE INDEX image_tag_by_image ON image_tag (image_id)',

  `CREATE TABLE space (
    id text COLLATE "C" PRIMARY KEY,
    title text COLLATE "C" NOT NULL,
    description text COLLATE "C" NOT NULL,
    owner text COLLATE "C" NOT NULL,
    storage_id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    content_updated_at bigint NOT NULL
  )`,
  'CREATE INDEX space_by_age ON space (created_at, id)',
  'CREATE INDEX space_by_owner ON space (owner, created_at, id)',

  `CREATE TABLE account (
    id text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL
  )`,
  'CREATE INDEX account_by_age ON account (created_at, id)',

  `CREATE TABLE api_key (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    scopes text COLLATE "C" NOT NULL,
    hint text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL UNIQUE,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    last_used_at bigint
  )`,
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
    await queryRunner.query('DROP TABLE image_tag, image, address, catalog, space, account, api_key');
  }
}
