import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `CREATE TABLE audit_entry (
    at INTEGER NOT NULL,
    id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    principal TEXT NOT NULL,
    operation TEXT NOT NULL,
    target TEXT,
    status INTEGER NOT NULL,
    address TEXT,
    PRIMARY KEY (at, id)
  ) STRICT, WITHOUT ROWID`,
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
