import type { MigrationInterface, QueryRunner } from 'typeorm';

const withTypes = (types: string): readonly string[] => [
  'ALTER TABLE share_link DROP CONSTRAINT share_link_resource_type_check',
  `ALTER TABLE share_link ADD CONSTRAINT share_link_resource_type_check CHECK (resource_type IN (${types}))`,
];

/** Lets links lead to spaces. */
export class SpaceLinks1795750200100 implements MigrationInterface {
  readonly name = 'SpaceLinks1795750200100';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of withTypes(`'album', 'folder', 'image', 'space'`))
      await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM share_link WHERE resource_type = 'space'`);
    for (const statement of withTypes(`'album', 'folder', 'image'`)) await queryRunner.query(statement);
  }
}
