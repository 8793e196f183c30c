import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE audit_entry (
    at bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    account_id text COLLATE "C" NOT NULL,
    principal text COLLATE "C" NOT NULL,
    operation text COLLATE "C" NOT NULL,
    target text COLLATE "C",
    status bigint NOT NULL,
    address text COLLATE "C",
    PRIMARY KEY (at, id)
  )`,
  'CREATE INDEX audit_entry_by_account ON audit_entry (account_id, at, id)',
];

/** Creates the table of who changed what. */
export class Audit1795800600200 implements MigrationInterface {
  readonly name = 'Audit1795800600200';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE audit_entry');
  }
}
