import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = `CREATE TABLE user_job (
    id TEXT PRIMARY KEY NOT NULL,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    input TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
    done INTEGER NOT NULL,
    total INTEGER,
    position TEXT NOT NULL,
    result TEXT NOT NULL,
    error_code TEXT,
    error_detail TEXT,
    attempts INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    holder TEXT,
    due_at INTEGER NOT NULL
  ) STRICT`;

const indexes = [
  `CREATE INDEX user_job_open ON user_job (due_at) WHERE state IN ('waiting', 'running')`,
  'CREATE INDEX user_job_by_owner ON user_job (owner, created_at, id)',
  'CREATE INDEX user_job_ended ON user_job (ended_at) WHERE ended_at IS NOT NULL',
];

/** Creates the table of the jobs that accounts have asked for. */
export class UserJobs1795800700200 implements MigrationInterface {
  readonly name = 'UserJobs1795800700200';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [table, ...indexes]) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE user_job');
  }
}
