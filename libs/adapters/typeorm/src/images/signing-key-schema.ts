import type { SigningKey } from '@cairn/images';
import type { Table } from '../sql/table.js';

/** Signing keys are stored unchanged. */
export const SigningKeySchema: Table<SigningKey> = {
  name: 'signing_key',
  columns: {
    id: { type: 'text', primary: true },
    name: { type: 'text', unique: true },
    secret: { type: 'text' },
    createdAt: { type: 'integer', name: 'created_at' },
  },
};
