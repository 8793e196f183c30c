import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the space of an entry of the trash. Its identifier stays reserved, and its grants and links can be removed. */
export class TrashBySpace1795900200100 implements MigrationInterface {
  readonly name = 'TrashBySpace1795900200100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE trash ADD COLUMN space_id TEXT');
    await queryRunner.query(
      `UPDATE trash SET space_id = json_extract(parts, '$[0].id') WHERE kind = 'space'`,
    );
    await queryRunner.query('CREATE INDEX trash_by_space ON trash (space_id) WHERE space_id IS NOT NULL');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX trash_by_space');
    await queryRunner.query('ALTER TABLE trash DROP COLUMN space_id');
  }
}
