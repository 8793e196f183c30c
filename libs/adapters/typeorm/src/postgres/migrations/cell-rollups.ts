import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // While features are counted, those up to the id `built_to` are, and those that are written.
  `CREATE TABLE cell_rollup (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    content bigint NOT NULL,
    state text COLLATE "C" NOT NULL CHECK (state IN ('building', 'ready', 'leaving')),
    built_to text COLLATE "C" NOT NULL DEFAULT '',
    looked bigint NOT NULL DEFAULT 0
  )`,
  `CREATE UNIQUE INDEX cell_rollup_by_content ON cell_rollup (content) WHERE state <> 'leaving'`,
  `CREATE INDEX cell_rollup_pending ON cell_rollup (key) WHERE state <> 'ready'`,

  `CREATE TABLE cell_count (
    rollup bigint NOT NULL,
    layer integer NOT NULL,
    x integer NOT NULL,
    y integer NOT NULL,
    hex text COLLATE "C" NOT NULL,
    count bigint NOT NULL,
    PRIMARY KEY (rollup, layer, x, y, hex)
  )`,

  `INSERT INTO cell_rollup (content, state) SELECT key, CASE WHEN total = 0 THEN 'ready' ELSE 'building' END
    FROM feature_space WHERE space_id IS NOT NULL`,
];

/** Creates the tables of counts of features by parts of the world; those that there are wait for being counted. */
export class CellRollups1795305600023 implements MigrationInterface {
  readonly name = 'CellRollups1795305600023';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE cell_count');
    await queryRunner.query('DROP TABLE cell_rollup');
  }
}
