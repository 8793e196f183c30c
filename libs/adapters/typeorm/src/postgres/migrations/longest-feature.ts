import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The summaries of contents get a bound of how long a feature is: of those that the index of large ones does not have, its least. */
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
