import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds an upper bound of the length of features to the summaries of contents. For existing features that are not in the
 * index of large ones, it is the least length in that index.
 */
export class LongestFeature1796100100100 implements MigrationInterface {
  readonly name = 'LongestFeature1796100100100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`UPDATE feature_space AS space
      SET summary = (summary::jsonb || jsonb_build_object('longest', coalesce(
        (SELECT max(octet_length(body)) FROM feature WHERE space_key = space.key AND octet_length(body) >= 30000),
        30000)))::json`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`UPDATE feature_space SET summary = (summary::jsonb - 'longest')::json`);
  }
}
