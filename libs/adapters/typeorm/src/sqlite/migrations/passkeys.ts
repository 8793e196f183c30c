import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE user_passkey (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    credential_id TEXT NOT NULL UNIQUE,
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    transports TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER
  ) STRICT`,
  'CREATE INDEX user_passkey_by_user ON user_passkey (user_id, created_at)',
];

/** Creates the table of passkeys. */
export class Passkeys1795305600061 implements MigrationInterface {
  readonly name = 'Passkeys1795305600061';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('user_passkey');
  }
}
