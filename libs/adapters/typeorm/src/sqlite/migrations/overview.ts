import type { MigrationInterface, QueryRunner } from 'typeorm';

// As `featureLevel` tells, for features of level 13 or a lower one.
const size = `coalesce(max(f.east - f.west + iif(f.west > f.east, 360, 0), f.north - f.south, 0.00271), 0.00271)`;
const chance = '((f.id_hash * 1540483477) & 4294967295)';
const level = `max(0, CAST(ceil(log2(${chance} + 1) / 2) AS INTEGER) - 1
  - min(15, CAST(log2(${size} / 0.00271) AS INTEGER)))`;

const FILL = `
  INSERT INTO feature_overview
  SELECT box.id, box.west, box.east, box.south, box.north,
    content * 1024 + level * 32, content * 1024 + level * 32 + 16
  FROM (SELECT number, content, ${level} AS level FROM feature AS f WHERE west IS NOT NULL) AS leveled
  CROSS JOIN feature_box AS box ON box.id IN (number * 2, number * 2 + 1)
  WHERE level <= 13`;

/**
 * Creates a tree of the boxes of the most important features, and adds those that there are: some 4 s for a million of
 * them. In one transaction, so that it starts again where it was ended.
 */
export class Overview1795305600013 implements MigrationInterface {
  readonly name = 'Overview1795305600013';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE VIRTUAL TABLE feature_overview USING rtree (id, west, east, south, north, slab_start, slab_end)',
    );
    await queryRunner.query(FILL);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('feature_overview');
  }
}
