import { PresetNotFound, type Preset, type PresetRepository } from '@cairn/images';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { selection } from '../sql/selection.js';
import { PresetSchema } from './preset-schema.js';

type Rows = readonly Preset[];

const columns = selection(PresetSchema);

/** Presets as rows of a relational database. */
export class TypeOrmPresetRepository implements PresetRepository {
  constructor(private readonly database: Database) {}

  async put({ name, query, updatedAt }: Preset): Promise<void> {
    await this.database.write(async (manager) => {
      await manager.sql`
        INSERT INTO preset (name, query, updated_at) VALUES (${name}, ${query}, ${updatedAt})
        ON CONFLICT (name) DO UPDATE SET query = excluded.query, updated_at = excluded.updated_at`;
    });
  }

  async find(name: string): Promise<Preset | undefined> {
    const [row] = await this.database.read(
      (manager) => manager.sql<Rows>`SELECT ${columns} FROM preset WHERE name = ${name}`,
    );
    return row && { ...row };
  }

  async list(): Promise<readonly Preset[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<Rows>`SELECT ${columns} FROM preset ORDER BY name`,
      { budget: 'listing' },
    );
    return Array.from(rows, (row) => ({ ...row }));
  }

  async remove(name: string): Promise<void> {
    await this.database.writeEvenIfFull(async (manager) => {
      const removed = await manager.sql<Returned<unknown>>`
        DELETE FROM preset WHERE name = ${name} RETURNING name`;
      if (this.database.dialect.rowsOf(removed).length === 0) throw new PresetNotFound();
    });
  }
}
