import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE user_identity (
    id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    issuer text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    UNIQUE (issuer, subject)
  )`,
  'CREATE INDEX user_identity_by_user ON user_identity (user_id, created_at)',

  `CREATE TABLE sign_in_challenge (
    digest text COLLATE "C" PRIMARY KEY,
    purpose text COLLATE "C" NOT NULL,
    user_id text COLLATE "C" REFERENCES app_user (id) ON DELETE CASCADE,
    state text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
  )`,
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
