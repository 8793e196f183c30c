import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of which photos belong to which space. */
export class PhotoLinks1795305600055 implements MigrationInterface {
  readonly name = 'PhotoLinks1795305600055';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE photo_link (
      id TEXT NOT NULL PRIMARY KEY,
      owner TEXT NOT NULL,
      source TEXT NOT NULL,
      space_id TEXT NOT NULL REFERENCES space (id) ON DELETE CASCADE,
      created_at INTEGER NOT NULL,
      generation INTEGER NOT NULL,
      phase TEXT NOT NULL CHECK (phase IN ('placing', 'checking', 'idle', 'blocked', 'removing')),
      progress TEXT,
      done INTEGER NOT NULL,
      fault_code TEXT,
      fault_detail TEXT,
      due_at INTEGER NOT NULL,
      UNIQUE (owner, source, space_id)
    ) STRICT`);
    await queryRunner.query('CREATE INDEX photo_link_by_due ON photo_link (due_at, id)');
    await queryRunner.query('CREATE INDEX photo_link_by_space ON photo_link (space_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.dropTable('photo_link');
  }
}
