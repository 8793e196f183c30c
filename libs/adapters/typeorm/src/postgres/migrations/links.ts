import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  `CREATE TABLE share_link (
    id text COLLATE "C" NOT NULL PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL UNIQUE,
    resource_type text COLLATE "C" NOT NULL CHECK (resource_type IN ('album', 'folder', 'image')),
    resource_id text COLLATE "C" NOT NULL,
    position text COLLATE "C" NOT NULL CHECK (position IN ('exact', 'coarse', 'none')),
    download bigint NOT NULL,
    password_hash text COLLATE "C",
    expires_at bigint,
    created_at bigint NOT NULL,
    uses bigint NOT NULL,
    last_used_at bigint
  )`,
  'CREATE INDEX share_link_by_age ON share_link (account_id, created_at, id)',
];

/** Creates the table of links. */
export class Links1795654800100 implements MigrationInterface {
  readonly name = 'Links1795654800100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of tables) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE share_link');
  }
}
