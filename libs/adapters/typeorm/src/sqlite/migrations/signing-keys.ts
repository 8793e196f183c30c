import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of the keys that sign addresses. */
export class SigningKeys1795305600052 implements MigrationInterface {
  readonly name = 'SigningKeys1795305600052';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE signing_key (
      id TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      secret TEXT NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('signing_key');
  }
}
