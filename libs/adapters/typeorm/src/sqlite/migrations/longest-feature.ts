import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The summaries of contents get a bound of how long a feature is: of those that the index of large ones does not have, its least. */
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
