import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE user_passkey (
    id text COLLATE "C" PRIMARY KEY,
    user_id text COLLATE "C" NOT NULL REFERENCES app_user (id) ON DELETE CASCADE,
    credential_id text COLLATE "C" NOT NULL UNIQUE,
    public_key text COLLATE "C" NOT NULL,
    counter bigint NOT NULL,
    transports text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
  )`,
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
