import type { Link, LinkedResource } from '@cairn/access';
import type { Table } from '../sql/table.js';

/** A link in one row. `download` is 1 or 0. */
export interface LinkRow extends Omit<
  Link,
  'resource' | 'download' | 'passwordHash' | 'expiresAt' | 'lastUsedAt'
> {
  readonly resourceType: LinkedResource['type'];
  readonly resourceId: string;
  readonly download: number;
  readonly passwordHash: string | null;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

export const LinkSchema: Table<LinkRow> = {
  name: 'share_link',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text', name: 'account_id' },
    digest: { type: 'text', unique: true },
    resourceType: { type: 'text', name: 'resource_type' },
    resourceId: { type: 'text', name: 'resource_id' },
    position: { type: 'text' },
    download: { type: 'integer' },
    passwordHash: { type: 'text', name: 'password_hash', nullable: true },
    expiresAt: { type: 'integer', name: 'expires_at', nullable: true },
    createdAt: { type: 'integer', name: 'created_at' },
    uses: { type: 'integer' },
    lastUsedAt: { type: 'integer', name: 'last_used_at', nullable: true },
    role: { type: 'text' },
  },
};

export function toLink(row: LinkRow): Link {
  const { id, accountId, digest, resourceType, resourceId, role, position, createdAt, uses } = row;
  const { passwordHash, expiresAt, lastUsedAt } = row;
  return {
    id,
    accountId,
    digest,
    resource: { type: resourceType, id: resourceId },
    role,
    position,
    download: row.download === 1,
    ...(passwordHash !== null && { passwordHash }),
    ...(expiresAt !== null && { expiresAt }),
    createdAt,
    uses,
    ...(lastUsedAt !== null && { lastUsedAt }),
  };
}

export function linkRow({ resource, download, passwordHash, expiresAt, lastUsedAt, ...link }: Link): LinkRow {
  return {
    ...link,
    resourceType: resource.type,
    resourceId: resource.id,
    download: download ? 1 : 0,
    passwordHash: passwordHash ?? null,
    expiresAt: expiresAt ?? null,
    lastUsedAt: lastUsedAt ?? null,
  };
}
