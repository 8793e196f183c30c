import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE app_user (
    id text COLLATE "C" PRIMARY KEY,
    account_id text COLLATE "C" NOT NULL REFERENCES account (id),
    name text COLLATE "C" NOT NULL,
    name_key text COLLATE "C" NOT NULL UNIQUE,
    role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'member')),
    password_hash text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint
  )`,

  `CREATE TABLE user_session (
    id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    digest text COLLATE "C" NOT NULL UNIQUE,
    user_agent text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint NOT NULL,
    expires_at bigint NOT NULL
  )`,
  'CREATE INDEX user_session_by_user ON user_session (user_id, last_used_at)',
  'CREATE INDEX user_session_by_expiry ON user_session (expires_at)',

  `CREATE TABLE user_invite (
    id text COLLATE "C" PRIMARY KEY,
    digest text COLLATE "C" NOT NULL UNIQUE,
    purpose text COLLATE "C" NOT NULL CHECK (purpose IN ('setup', 'invite')),
    role text COLLATE "C" NOT NULL CHECK (role IN ('owner', 'member')),
    user_id text COLLATE "C" REFERENCES app_user (id) ON DELETE CASCADE,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  )`,
  `CREATE UNIQUE INDEX user_invite_one_setup ON user_invite (purpose) WHERE purpose = 'setup'`,
  'CREATE INDEX user_invite_by_user ON user_invite (user_id)',

  // No foreign key: a revoked key outlives its user.
  'ALTER TABLE api_key ADD COLUMN user_id text COLLATE "C"',
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
