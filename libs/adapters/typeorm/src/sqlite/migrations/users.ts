import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE app_user (
    id TEXT NOT NULL PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
    password_hash TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_seen_at INTEGER
  ) STRICT`,

  `CREATE TABLE user_session (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    digest TEXT NOT NULL UNIQUE,
    user_agent TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX user_session_by_user ON user_session (user_id, last_used_at)',
  'CREATE INDEX user_session_by_expiry ON user_session (expires_at)',

  `CREATE TABLE user_invite (
    id TEXT NOT NULL PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'invite')),
    role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
    user_id TEXT REFERENCES app_user (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  `CREATE UNIQUE INDEX user_invite_one_setup ON user_invite (purpose) WHERE purpose = 'setup'`,
  'CREATE INDEX user_invite_by_user ON user_invite (user_id)',

  // No foreign key: a revoked key outlives its user.
  'ALTER TABLE api_key ADD COLUMN user_id TEXT',
  'CREATE INDEX api_key_by_user ON api_key (user_id) WHERE user_id IS NOT NULL',
];

/** Creates the tables of users, their sessions and invites, and notes which user made a key. */
export class Users1795305600050 implements MigrationInterface {
  readonly name = 'Users1795305600050';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX api_key_by_user');
    await queryRunner.query('ALTER TABLE api_key DROP COLUMN user_id');
    for (const table of ['user_invite', 'user_session', 'app_user']) await queryRunner.dropTable(table);
  }
}
