import type { MigrationInterface, QueryRunner } from 'typeorm';

const table = `CREATE TABLE user_job (
    id text COLLATE "C" PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL,
    input text COLLATE "C" NOT NULL,
    state text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'running', 'succeeded', 'failed', 'cancelled')),
    done bigint NOT NULL,
    total bigint,
    position text COLLATE "C" NOT NULL,
    result text COLLATE "C" NOT NULL,
    error_code text COLLATE "C",
    error_detail text COLLATE "C",
    attempts bigint NOT NULL,
    created_at bigint NOT NULL,
    ended_at bigint,
    holder text COLLATE "C",
    due_at bigint NOT NULL
  )`;

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
