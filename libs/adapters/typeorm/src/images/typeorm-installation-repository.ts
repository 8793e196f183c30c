import type { InstallationRepository } from '@cairn/images';
import type { Database } from '../database.js';
import { insertUnlessTaken } from '../sql/insert.js';
import { InstallationSchema, type InstallationRow } from './installation-schema.js';
import type { Statements } from '../sql/statements.js';

/** The installation as the only row that its table can have. */
export class TypeOrmInstallationRepository implements InstallationRepository {
  constructor(private readonly database: Database) {}

  async find(): Promise<string | undefined> {
    return await this.database.read(find);
  }

  async claim(id: string): Promise<string> {
    return await this.database.write(async (statements) => {
      const row = { number: 1, id };
      await insertUnlessTaken(statements, InstallationSchema, { row, unique: 'number' });
      return (await find(statements)) ?? id;
    });
  }
}

async function find(statements: Statements): Promise<string | undefined> {
  const [row] = await statements.sql<readonly Pick<InstallationRow, 'id'>[]>`SELECT id FROM installation`;
  return row?.id;
}
