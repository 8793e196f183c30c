import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of what background work has failed at. */
export class FailedWork1795305600070 implements MigrationInterface {
  readonly name = 'FailedWork1795305600070';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE failed_work (
      job TEXT NOT NULL,
      item TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      reason TEXT NOT NULL,
      failed_at INTEGER NOT NULL,
      retry_at INTEGER,
      version TEXT NOT NULL,
      payload TEXT,
      PRIMARY KEY (job, item)
    ) STRICT`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('failed_work');
  }
}
