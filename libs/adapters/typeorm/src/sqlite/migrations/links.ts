import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  `CREATE TABLE share_link (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    resource_type TEXT NOT NULL CHECK (resource_type IN ('album', 'folder', 'image')),
    resource_id TEXT NOT NULL,
    position TEXT NOT NULL CHECK (position IN ('exact', 'coarse', 'none')),
    download INTEGER NOT NULL,
    password_hash TEXT,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT`,
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
