import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds an index that shows which owners have too much in the trash, and which entries are the oldest. */
export class TrashByKind1795900200200 implements MigrationInterface {
  readonly name = 'TrashByKind1795900200200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX trash_by_kind ON trash (owner, kind, deleted_at, id, features, size_in_bytes)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX trash_by_kind');
  }
}
