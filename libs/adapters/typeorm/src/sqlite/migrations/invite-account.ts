import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets an invite add its user to an existing account. */
export class InviteAccount1796000100200 implements MigrationInterface {
  readonly name = 'InviteAccount1796000100200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE user_invite ADD COLUMN account_id TEXT');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE user_invite DROP COLUMN account_id');
  }
}
