import type { InstallationRepository } from '@cairn/images/spi';
import { IsNull, Not } from 'typeorm';
import type { Database } from '../sql/database.js';
import { InstallationSchema, type InstallationRow } from './tables/settings-schema.js';

/** The installation as the only row that its table can have. */
export class TypeOrmInstallationRepository implements InstallationRepository {
  constructor(private readonly database: Database) {}

  async find(): Promise<string | undefined> {
    return (await this.row())?.id;
  }

  async claim(id: string): Promise<string> {
    return await this.database.write(async (manager) => {
      const installations = manager.repository(InstallationSchema);
      await installations
        .createQueryBuilder()
        .insert()
        .values({ number: 1, id, restoredAt: null })
        .orIgnore()
        .execute();
      const row = await installations.findOneBy({ number: 1 });
      return row?.id ?? id;
    });
  }

  async restoredAt(): Promise<number | undefined> {
    return (await this.row())?.restoredAt ?? undefined;
  }

  async markRestored(at: number): Promise<void> {
    await this.database.write((manager) =>
      manager.repository(InstallationSchema).update({ number: 1 }, { restoredAt: at }),
    );
  }

  async promote(): Promise<boolean> {
    const { affected } = await this.database.write((manager) =>
      manager
        .repository(InstallationSchema)
        .update({ number: 1, restoredAt: Not(IsNull()) }, { restoredAt: null }),
    );
    return affected === 1;
  }

  private async row(): Promise<InstallationRow | null> {
    return await this.database.read((manager) =>
      manager.repository(InstallationSchema).findOneBy({ number: 1 }),
    );
  }
}
