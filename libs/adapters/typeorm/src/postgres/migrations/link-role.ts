import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the role of the holders of a link. Holders of existing links are viewers. */
export class LinkRole1795751100100 implements MigrationInterface {
  readonly name = 'LinkRole1795751100100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE share_link ADD COLUMN role text COLLATE "C" NOT NULL DEFAULT 'viewer'
      CHECK (role IN ('viewer', 'contributor'))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE share_link DROP COLUMN role');
  }
}
