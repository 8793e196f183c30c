import type { Passkey } from '@cairn/access';
import { idOf, integer, optional, parseStringList, table, text } from '../sql/table.js';

/** A passkey. `transports` is a JSON array of strings. */
export interface PasskeyRow extends Omit<Passkey, 'transports' | 'lastUsedAt'> {
  readonly transports: string;
  readonly lastUsedAt: number | null;
}

export const PasskeySchema = table<PasskeyRow>(
  'user_passkey',
  {
    id: text,
    userId: { ...idOf('user'), references: 'app_user (id) ON DELETE CASCADE' },
    credentialId: { ...text, unique: true },
    publicKey: text,
    counter: integer,
    transports: text,
    name: text,
    createdAt: integer,
    lastUsedAt: optional(integer),
  },
  {
    traces: 'passkeys',
    indexes: {
      user_passkey_by_user: '(user_id, created_at)',
    },
  },
);

export function toPasskeyRow(passkey: Passkey): PasskeyRow {
  const { lastUsedAt = null } = passkey;
  return { ...passkey, transports: JSON.stringify(passkey.transports), lastUsedAt };
}

export function toPasskey(row: PasskeyRow): Passkey {
  return { ...row, transports: parseStringList(row.transports), lastUsedAt: row.lastUsedAt ?? undefined };
}
