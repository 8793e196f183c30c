import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The levels that features of an index have at most. */
const LEVELS = [13, 11, 9] as const;

// With `id_hash` and `space_key` features are counted without looking at their rows.
const statements = [
  // The rank of a feature: `featureLevel` is the least level so that the rank is less than 4^(level + 1).
  `CREATE FUNCTION feature_rank(id_hash bigint, extent box) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT ((id_hash * 1540483477) & 4294967295) / power(4, least(15, floor(
        ln(greatest(width(extent), height(extent), 0.00271) / 0.00271) / ln(2))))
    $$`,
  ...LEVELS.map(
    (
      level,
    ) => `CREATE INDEX feature_overview_${level} ON feature USING gist (extent) INCLUDE (space_key, id_hash)
      WHERE feature_rank(id_hash, extent) < ${4 ** (level + 1)}`,
  ),
];

const removals = [
  ...LEVELS.map((level) => `DROP INDEX feature_overview_${level}`),
  'DROP FUNCTION feature_rank(bigint, box)',
];

/**
 * Creates indexes of the boxes of the most important features: a few seconds for a million of features that there are,
 * in which none can be written.
 */
export class Overview1795305600022 implements MigrationInterface {
  readonly name = 'Overview1795305600022';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of removals) await queryRunner.query(statement);
  }
}
