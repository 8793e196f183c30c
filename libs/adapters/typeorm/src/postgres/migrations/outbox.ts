import type { MigrationInterface, QueryRunner } from 'typeorm';

const tables = [
  // Null until `placeEvents` has seen the event committed.
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
];

/** Creates the tables of events and consumers. */
export class Outbox1795305600004 implements MigrationInterface {
  readonly name = 'Outbox1795305600004';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of tables) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE outbox_consumer');
    await queryRunner.query('DROP TABLE outbox_event');
  }
}
