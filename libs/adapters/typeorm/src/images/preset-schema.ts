import type { Preset } from '@cairn/images';
import type { Table } from '../sql/table.js';

/** Presets are stored unchanged. */
export const PresetSchema: Table<Preset> = {
  name: 'preset',
  columns: {
    name: { type: 'text', primary: true },
    query: { type: 'text' },
    updatedAt: { type: 'integer', name: 'updated_at' },
  },
};
