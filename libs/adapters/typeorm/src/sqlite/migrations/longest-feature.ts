import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds an upper bound of the length of features to the summaries of contents. For existing features that are not in the
 * index of large ones, it is the least length in that index.
 */
export class LongestFeature1796100100100 implements MigrationInterface {
  readonly name = 'LongestFeature1796100100100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`UPDATE space_content SET summary = json_set(summary, '$.longest', 30000)`);
    await queryRunner.query(`UPDATE space_content SET summary = json_set(summary, '$.longest', large.longest)
      FROM (
        SELECT content, max(octet_length(body)) AS longest FROM feature INDEXED BY feature_large
        WHERE octet_length(body) >= 30000 GROUP BY content
      ) AS large WHERE large.content = space_content.key`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`UPDATE space_content SET summary = json_remove(summary, '$.longest')`);
  }
}
