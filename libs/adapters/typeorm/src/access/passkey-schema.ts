import type { Passkey } from '@cairn/access';
import { type Table, parseStringList } from '../sql/table.js';

/** A passkey. `transports` is a JSON array of strings. */
export interface PasskeyRow extends Omit<Passkey, 'transports' | 'lastUsedAt'> {
  readonly transports: string;
  readonly lastUsedAt: number | null;
}

export const PasskeySchema: Table<PasskeyRow> = {
  name: 'user_passkey',
  columns: {
    id: { type: 'text', primary: true },
    userId: { type: 'text', name: 'user_id' },
    credentialId: { type: 'text', name: 'credential_id', unique: true },
    publicKey: { type: 'text', name: 'public_key' },
    counter: { type: 'integer' },
    transports: { type: 'text' },
    name: { type: 'text' },
    createdAt: { type: 'integer', name: 'created_at' },
    lastUsedAt: { type: 'integer', name: 'last_used_at', nullable: true },
  },
};

export function toPasskeyRow(passkey: Passkey): PasskeyRow {
  const { lastUsedAt = null } = passkey;
  return { ...passkey, transports: JSON.stringify(passkey.transports), lastUsedAt };
}

export function toPasskey(row: PasskeyRow): Passkey {
  return { ...row, transports: parseStringList(row.transports), lastUsedAt: row.lastUsedAt ?? undefined };
}
