import type { MigrationInterface, QueryRunner } from 'typeorm';
import { accessTables } from './access-tables.js';
import { imageTables } from './image-tables.js';
import { spaceTables } from './space-tables.js';

const workTables = [
  // `position` is null until `placeEvents` has seen the event committed.
  `CREATE TABLE outbox_event (
    sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    position bigint UNIQUE,
    id text COLLATE "C" NOT NULL,
    type text COLLATE "C" NOT NULL,
    aggregate_id text COLLATE "C" NOT NULL,
    occurred_at bigint NOT NULL,
    payload text NOT NULL
  )`,
  'CREATE SEQUENCE outbox_event_position OWNED BY outbox_event.position',
  'CREATE INDEX outbox_event_waiting ON outbox_event (sequence) WHERE position IS NULL',
  `CREATE TABLE outbox_consumer (
    name text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL
  )`,
  `CREATE TABLE failed_work (
    job text COLLATE "C" NOT NULL,
    item text COLLATE "C" NOT NULL,
    attempts bigint NOT NULL,
    reason text COLLATE "C" NOT NULL,
    failed_at bigint NOT NULL,
    retry_at bigint,
    version text COLLATE "C" NOT NULL,
    payload text COLLATE "C",
    PRIMARY KEY (job, item)
  )`,
];

/** Creates all tables. Text compares bytewise; times are epoch milliseconds. */
export class InitialSchema1795305600100 implements MigrationInterface {
  readonly name = 'InitialSchema1795305600100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...accessTables, ...imageTables, ...spaceTables, ...workTables])
      await queryRunner.query(statement);
  }

  async down(): Promise<void> {
    throw new Error('The initial schema cannot be undone: delete the database.');
  }
}
