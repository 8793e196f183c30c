import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  // A key is never used again. While features are counted, those up to the id `built_to` are, and those that are written.
  `CREATE TABLE cell_rollup (
    key INTEGER PRIMARY KEY AUTOINCREMENT,
    content INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'leaving')),
    built_to TEXT NOT NULL DEFAULT '',
    looked INTEGER NOT NULL DEFAULT 0
  ) STRICT`,
  `CREATE UNIQUE INDEX cell_rollup_by_content ON cell_rollup (content) WHERE state <> 'leaving'`,
  `CREATE INDEX cell_rollup_pending ON cell_rollup (key) WHERE state <> 'ready'`,

  `CREATE TABLE cell_count (
    rollup INTEGER NOT NULL,
    layer INTEGER NOT NULL,
    x INTEGER NOT NULL,
    y INTEGER NOT NULL,
    hex TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (rollup, layer, x, y, hex)
  ) STRICT, WITHOUT ROWID`,

  `INSERT INTO cell_rollup (content, state) SELECT key, iif(total = 0, 'ready', 'building')
    FROM space_content WHERE space_id IS NOT NULL`,
];

/** Creates the tables of counts of features by parts of the world; those that there are wait for being counted. */
export class CellRollups1795305600014 implements MigrationInterface {
  readonly name = 'CellRollups1795305600014';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['cell_count', 'cell_rollup']) await queryRunner.dropTable(table);
  }
}
