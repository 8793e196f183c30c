import type { Space } from '@cairn/spaces';
import type { Table } from '../sql/table.js';

/** A space is stored unchanged. */
export const SpaceSchema: Table<Space> = {
  name: 'space',
  columns: {
    id: { type: 'text', primary: true },
    title: { type: 'text' },
    description: { type: 'text' },
    owner: { type: 'text' },
    storageId: { type: 'text', name: 'storage_id' },
    createdAt: { type: 'integer', name: 'created_at' },
    updatedAt: { type: 'integer', name: 'updated_at' },
    contentUpdatedAt: { type: 'integer', name: 'content_updated_at' },
  },
};
