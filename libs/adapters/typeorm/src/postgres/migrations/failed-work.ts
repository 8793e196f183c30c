import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of what background work has failed at. */
export class FailedWork1795305600070 implements MigrationInterface {
  readonly name = 'FailedWork1795305600070';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE failed_work (
      job text COLLATE "C" NOT NULL,
      item text COLLATE "C" NOT NULL,
      attempts bigint NOT NULL,
      reason text COLLATE "C" NOT NULL,
      failed_at bigint NOT NULL,
      retry_at bigint,
      version text COLLATE "C" NOT NULL,
      payload text COLLATE "C",
      PRIMARY KEY (job, item)
    )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('failed_work');
  }
}
