import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE user_identity (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    UNIQUE (issuer, subject)
  ) STRICT`,
  'CREATE INDEX user_identity_by_user ON user_identity (user_id, created_at)',

  `CREATE TABLE sign_in_challenge (
    digest TEXT NOT NULL PRIMARY KEY,
    purpose TEXT NOT NULL,
    user_id TEXT REFERENCES app_user (id) ON DELETE CASCADE,
    state TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX sign_in_challenge_by_expiry ON sign_in_challenge (expires_at)',
  'CREATE INDEX sign_in_challenge_by_user ON sign_in_challenge (user_id) WHERE user_id IS NOT NULL',
];

/** Creates the tables of identities, by which users sign in, and of sign-ins that have begun. */
export class Identities1795305600060 implements MigrationInterface {
  readonly name = 'Identities1795305600060';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['sign_in_challenge', 'user_identity']) await queryRunner.dropTable(table);
  }
}
