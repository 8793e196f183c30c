import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  `ALTER TABLE cell_rollup ADD COLUMN detail TEXT NOT NULL DEFAULT 'coarse' CHECK (detail IN ('coarse', 'fine'))`,
  'DROP INDEX cell_rollup_by_content',
  `CREATE UNIQUE INDEX cell_rollup_by_content ON cell_rollup (content, detail) WHERE state <> 'leaving'`,
  'CREATE INDEX cell_count_crowded ON cell_count (rollup) WHERE layer = 1 AND count >= 2048',
  // Those that are crowded already; the number is `CROWD`.
  `INSERT INTO cell_rollup (content, state, detail)
    SELECT content, 'building', 'fine' FROM cell_rollup
    WHERE state = 'ready' AND EXISTS (SELECT 1 FROM cell_count WHERE rollup = key AND layer = 1 AND count >= 2048)`,
];

/** Makes room for finer counts of features by parts of the world, for spaces where features are crowded. */
export class FineRollups1795305600066 implements MigrationInterface {
  readonly name = 'FineRollups1795305600066';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `DELETE FROM cell_count WHERE rollup IN (SELECT key FROM cell_rollup WHERE detail = 'fine')`,
    );
    await queryRunner.query(`DELETE FROM cell_rollup WHERE detail = 'fine'`);
    await queryRunner.query('DROP INDEX cell_count_crowded');
    await queryRunner.query('DROP INDEX cell_rollup_by_content');
    await queryRunner.query('ALTER TABLE cell_rollup DROP COLUMN detail');
    await queryRunner.query(
      `CREATE UNIQUE INDEX cell_rollup_by_content ON cell_rollup (content) WHERE state <> 'leaving'`,
    );
  }
}
