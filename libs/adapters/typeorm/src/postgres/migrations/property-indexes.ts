import type { MigrationInterface, QueryRunner } from 'typeorm';
import { wantIndexesOfAll } from '../../spaces/wanted-indexes.js';
import { postgres } from '../../sql/dialect.js';
import { Statements } from '../../sql/statements.js';

const tables = [
  // `path` is a JSON array. While an index is built, features up to the id `built_to` are in it, and those that are
  // written.
  `CREATE TABLE property_index (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    content bigint NOT NULL REFERENCES feature_space (key),
    path text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL CHECK (state IN ('building', 'ready', 'leaving')),
    built_to text COLLATE "C" NOT NULL DEFAULT '',
    looked bigint NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX property_index_by_content ON property_index (content)',
  `CREATE INDEX property_index_pending ON property_index (key) WHERE state <> 'ready'`,

  // One table for all indexes: with an expression index for each, every write of a feature would take time for all.
  `CREATE TABLE feature_term (
    index_key bigint NOT NULL,
    id text COLLATE "C" NOT NULL,
    term text COLLATE "C" NOT NULL,
    PRIMARY KEY (index_key, id)
  )`,
  'CREATE INDEX feature_term_by_term ON feature_term (index_key, term)',
];

/** Creates the tables of indexes of properties, and wants those that spaces ask for already. */
export class PropertyIndexes1795305600021 implements MigrationInterface {
  readonly name = 'PropertyIndexes1795305600021';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of tables) await queryRunner.query(statement);
    const run = (text: string, values: readonly unknown[]): Promise<unknown> =>
      queryRunner.query(text, [...values]);
    await wantIndexesOfAll(new Statements(run, (index) => `$${index + 1}`), postgres);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE feature_term');
    await queryRunner.query('DROP TABLE property_index');
  }
}
