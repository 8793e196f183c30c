import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE access_grant (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL,
    resource_type TEXT NOT NULL CHECK (resource_type IN ('account', 'folder', 'album', 'image', 'space')),
    resource_id TEXT NOT NULL,
    grantee TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('viewer', 'contributor', 'editor', 'manager', 'owner')),
    created_at INTEGER NOT NULL,
    UNIQUE (account_id, resource_type, resource_id, grantee)
  ) STRICT`,
  'CREATE INDEX access_grant_by_grantee ON access_grant (grantee, account_id)',
  'CREATE INDEX access_grant_by_age ON access_grant (account_id, created_at, id)',
  `CREATE TABLE user_group (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX user_group_by_age ON user_group (account_id, created_at, id)',
  `CREATE TABLE group_member (
    group_id TEXT NOT NULL REFERENCES user_group (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL,
    PRIMARY KEY (group_id, user_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX group_member_by_user ON group_member (user_id, group_id)',
  'ALTER TABLE user_invite ADD COLUMN granted TEXT',
];

/** Creates the tables of grants and groups, and lets invites carry a grant. */
export class Grants1795744800100 implements MigrationInterface {
  readonly name = 'Grants1795744800100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE user_invite DROP COLUMN granted');
    await queryRunner.query('DROP TABLE group_member');
    await queryRunner.query('DROP TABLE user_group');
    await queryRunner.query('DROP TABLE access_grant');
  }
}
