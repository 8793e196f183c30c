import type { MigrationInterface, QueryRunner } from 'typeorm';
import { wantIndexesOfAll } from '../../spaces/wanted-indexes.js';
import { sqlite } from '../../sql/dialect.js';
import { Statements } from '../../sql/statements.js';

const tables = [
  // `path` is a JSON array. A key is never used again, so that what is left of an index is never found. While it is
  // built, features up to the id `built_to` are in it, and those that are written.
  `CREATE TABLE property_index (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    content INTEGER NOT NULL REFERENCES space_content (key),
    path TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'leaving')),
    built_to TEXT NOT NULL DEFAULT '',
    looked INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  'CREATE INDEX property_index_by_content ON property_index (content)',
  `CREATE INDEX property_index_pending ON property_index (key) WHERE state <> 'ready'`,

  // One table for all indexes: with an expression index for each, a write of a feature takes time for every one of
  // all spaces, 4 ms with 800 of them.
  `CREATE TABLE feature_term (
    index_key INTEGER NOT NULL,
    term TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (index_key, term, number)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX feature_term_by_number ON feature_term (number)',
];

/** Creates the tables of indexes of properties, and wants those that spaces ask for already. */
export class PropertyIndexes1795305600012 implements MigrationInterface {
  readonly name = 'PropertyIndexes1795305600012';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of tables) await queryRunner.query(statement);
    const run = (text: string, values: readonly unknown[]): Promise<unknown> =>
      queryRunner.query(text, [...values]);
    await wantIndexesOfAll(new Statements(run, () => '?'), sqlite);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['feature_term', 'property_index']) await queryRunner.dropTable(table);
  }
}
