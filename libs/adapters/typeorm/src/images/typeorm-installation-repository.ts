import type { InstallationRepository } from '@cairn/images/spi';
import type { Database } from '../database.js';
import { InstallationSchema } from './settings-schema.js';

/** The installation as the only row that its table can have. */
export class TypeOrmInstallationRepository implements InstallationRepository {
  constructor(private readonly database: Database) {}

  async find(): Promise<string | undefined> {
    const row = await this.database.read((manager) =>
      manager.repository(InstallationSchema).findOneBy({ number: 1 }),
    );
    return row?.id;
  }

  async claim(id: string): Promise<string> {
    return await this.database.write(async (manager) => {
      const installations = manager.repository(InstallationSchema);
      await installations.createQueryBuilder().insert().values({ number: 1, id }).orIgnore().execute();
      const row = await installations.findOneBy({ number: 1 });
      return row?.id ?? id;
    });
  }
}
