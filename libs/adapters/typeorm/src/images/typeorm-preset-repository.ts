import { PresetNotFound, type Preset } from '@cairn/images';
import type { PresetRepository } from '@cairn/images/spi';
import type { Database } from '../sql/database.js';
import { PresetSchema } from './tables/settings-schema.js';

/** Presets as rows of a relational database. */
export class TypeOrmPresetRepository implements PresetRepository {
  constructor(private readonly database: Database) {}

  async put(preset: Preset): Promise<void> {
    await this.database.write((manager) => manager.repository(PresetSchema).upsert(preset, ['name']));
  }

  async find(name: string): Promise<Preset | undefined> {
    const preset = await this.database.read((manager) =>
      manager.repository(PresetSchema).findOneBy({ name }),
    );
    return preset ?? undefined;
  }

  async list(): Promise<readonly Preset[]> {
    return await this.database.read(
      (manager) => manager.repository(PresetSchema).find({ order: { name: 'ASC' } }),
      { budget: 'listing' },
    );
  }

  async remove(name: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const { affected } = await manager.repository(PresetSchema).delete({ name });
      if (affected === 0) throw new PresetNotFound();
    });
  }
}
