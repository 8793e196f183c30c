import type { MigrationInterface, QueryRunner } from 'typeorm';

/** SQLite cannot change a CHECK constraint, so the table is created again. */
const withTypes = (types: string): readonly string[] => [
  `CREATE TABLE share_link_new (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL,
    digest TEXT NOT NULL UNIQUE,
    resource_type TEXT NOT NULL CHECK (resource_type IN (${types})),
    resource_id TEXT NOT NULL,
    position TEXT NOT NULL CHECK (position IN ('exact', 'coarse', 'none')),
    download INTEGER NOT NULL,
    password_hash TEXT,
    expires_at INTEGER,
    created_at INTEGER NOT NULL,
    uses INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT`,
  `INSERT INTO share_link_new SELECT id, account_id, digest, resource_type, resource_id, position, download, password_hash,
    expires_at, created_at, uses, last_used_at FROM share_link`,
  'DROP TABLE share_link',
  'ALTER TABLE share_link_new RENAME TO share_link',
  'CREATE INDEX share_link_by_age ON share_link (account_id, created_at, id)',
];

/** Lets links lead to spaces. */
export class SpaceLinks1795750200100 implements MigrationInterface {
  readonly name = 'SpaceLinks1795750200100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of withTypes(`'album', 'folder', 'image', 'space'`))
      await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM share_link WHERE resource_type = 'space'`);
    for (const statement of withTypes(`'album', 'folder', 'image'`)) await queryRunner.query(statement);
  }
}
