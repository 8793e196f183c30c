import type { Account, ApiKey, BaseMap } from '@cairn/access';
import { idOf, integer, optional, table, text } from '../sql/table.js';

/** An account. `baseMap` is JSON. */
export interface AccountRow extends Omit<Account, 'baseMap'> {
  readonly baseMap: string | null;
}

const parseBaseMap: (json: string) => BaseMap = JSON.parse;

export const toAccount = ({ baseMap, ...account }: AccountRow): Account => ({
  ...account,
  ...(baseMap !== null && { baseMap: parseBaseMap(baseMap) }),
});

export const accountRow = ({ baseMap, ...account }: Account): AccountRow => ({
  ...account,
  baseMap: baseMap === undefined ? null : JSON.stringify(baseMap),
});

export const AccountSchema = table<AccountRow>(
  'account',
  {
    id: idOf('owner'),
    name: text,
    createdAt: integer,
    baseMap: optional({ ...text, since: 'AccountBaseMaps1796800001800' }),
  },
  {
    traces: 'accounts',
    indexes: {
      account_by_age: '(created_at, id)',
    },
    withoutRowid: true,
  },
);

type OptionalTime = 'expiresAt' | 'revokedAt' | 'lastUsedAt';

/** A key. `scopes` is a JSON array of strings; unknown values are null. */
export interface ApiKeyRow
  extends Omit<ApiKey, 'scopes' | 'parentId' | 'userId' | OptionalTime>, Record<OptionalTime, number | null> {
  readonly scopes: string;
  readonly parentId: string | null;
  readonly userId: string | null;
}

export const ApiKeySchema = table<ApiKeyRow>(
  'api_key',
  {
    id: text,
    accountId: idOf('owner'),
    name: text,
    scopes: text,
    hint: text,
    digest: { ...text, unique: true },
    createdAt: integer,
    expiresAt: optional(integer),
    revokedAt: optional(integer),
    lastUsedAt: optional(integer),
    // The key that created it.
    parentId: optional({ ...text, references: 'api_key (id)' }),
    // No foreign key: a revoked key outlives its user.
    userId: optional(idOf('user', 'absent')),
  },
  {
    traces: 'keys',
    indexes: {
      api_key_by_age: '(created_at, id)',
      api_key_by_account: '(account_id, created_at, id)',
      api_key_by_parent: '(parent_id)',
      api_key_by_user: '(user_id) WHERE user_id IS NOT NULL',
    },
  },
);
