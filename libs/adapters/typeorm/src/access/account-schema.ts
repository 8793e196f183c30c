import type { Account, ApiKey } from '@cairn/access';
import type { Table } from '../sql/table.js';

/** Accounts are stored unchanged. */
export const AccountSchema: Table<Account> = {
  name: 'account',
  columns: {
    id: { type: 'text', primary: true },
    name: { type: 'text' },
    createdAt: { type: 'integer', name: 'created_at' },
  },
};

type OptionalTime = 'expiresAt' | 'revokedAt' | 'lastUsedAt';

/** A key. `scopes` is a JSON array of strings; unknown values are null. */
export interface ApiKeyRow
  extends Omit<ApiKey, 'scopes' | 'parentId' | 'userId' | OptionalTime>, Record<OptionalTime, number | null> {
  readonly scopes: string;
  readonly parentId: string | null;
  readonly userId: string | null;
}

export const ApiKeySchema: Table<ApiKeyRow> = {
  name: 'api_key',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text', name: 'account_id' },
    name: { type: 'text' },
    scopes: { type: 'text' },
    hint: { type: 'text' },
    digest: { type: 'text', unique: true },
    createdAt: { type: 'integer', name: 'created_at' },
    expiresAt: { type: 'integer', name: 'expires_at', nullable: true },
    revokedAt: { type: 'integer', name: 'revoked_at', nullable: true },
    lastUsedAt: { type: 'integer', name: 'last_used_at', nullable: true },
    parentId: { type: 'text', name: 'parent_id', nullable: true },
    userId: { type: 'text', name: 'user_id', nullable: true },
  },
};
