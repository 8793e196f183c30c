import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of which photos belong to which space. */
export class PhotoLinks1795305600055 implements MigrationInterface {
  readonly name = 'PhotoLinks1795305600055';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE photo_link (
      id text COLLATE "C" PRIMARY KEY,
      owner text COLLATE "C" NOT NULL,
      source text COLLATE "C" NOT NULL,
      space_id text COLLATE "C" NOT NULL REFERENCES space (id) ON DELETE CASCADE,
      created_at bigint NOT NULL,
      generation bigint NOT NULL,
      phase text COLLATE "C" NOT NULL CHECK (phase IN ('placing', 'checking', 'idle', 'blocked', 'removing')),
      progress text COLLATE "C",
      done bigint NOT NULL,
      fault_code text COLLATE "C",
      fault_detail text COLLATE "C",
      due_at bigint NOT NULL,
      UNIQUE (owner, source, space_id)
    )`);
    await queryRunner.query('CREATE INDEX photo_link_by_due ON photo_link (due_at, id)');
    await queryRunner.query('CREATE INDEX photo_link_by_space ON photo_link (space_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('photo_link');
  }
}
