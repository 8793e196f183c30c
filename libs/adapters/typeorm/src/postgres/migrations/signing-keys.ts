import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of the keys that sign addresses. */
export class SigningKeys1795305600052 implements MigrationInterface {
  readonly name = 'SigningKeys1795305600052';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE signing_key (
      id text COLLATE "C" PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE,
      secret text COLLATE "C" NOT NULL,
      created_at bigint NOT NULL
    )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('signing_key');
  }
}
