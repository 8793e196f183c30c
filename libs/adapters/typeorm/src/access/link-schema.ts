import { DEFAULT_CONTRIBUTION_RULES, LINKED_TYPES, type Link, type LinkedResource } from '@cairn/access';
import type { LinkTerms } from '@cairn/access/spi';
import { MAPS } from '../maps/map-schema.js';
import { CONTRIBUTIONS } from '../images/tables/contributions-mark.js';
import { idOf, integer, oneOf, optional, table, text } from '../sql/table.js';

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

export const LinkSchema = table<LinkRow>(
  'share_link',
  {
    id: text,
    accountId: idOf('owner'),
    digest: { ...text, unique: true },
    resourceType: { ...oneOf(...LINKED_TYPES), widened: MAPS },
    resourceId: text,
    position: oneOf('exact', 'coarse', 'none'),
    download: integer,
    passwordHash: optional(text),
    expiresAt: optional(integer),
    createdAt: integer,
    uses: integer,
    lastUsedAt: optional(integer),
    role: { ...oneOf('viewer', 'contributor'), default: 'viewer' },
    approval: { ...oneOf('none', 'required'), default: 'none', since: CONTRIBUTIONS },
    maxImages: { ...integer, default: DEFAULT_CONTRIBUTION_RULES.maxImages, since: CONTRIBUTIONS },
    maxBytes: { ...integer, default: DEFAULT_CONTRIBUTION_RULES.maxBytes, since: CONTRIBUTIONS },
    addedImages: { ...integer, default: 0, since: CONTRIBUTIONS },
    addedBytes: { ...integer, default: 0, since: CONTRIBUTIONS },
    waitingImages: { ...integer, default: 0, since: CONTRIBUTIONS },
  },
  {
    traces: 'links',
    indexes: {
      share_link_by_age: '(account_id, created_at, id)',
    },
  },
);

export function toLink(row: LinkRow): Link {
  const { id, accountId, digest, resourceType, resourceId, role, position, createdAt, uses } = row;
  const { passwordHash, expiresAt, lastUsedAt } = row;
  const { approval, maxImages, maxBytes, addedImages, addedBytes, waitingImages } = row;
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
    approval,
    maxImages,
    maxBytes,
    addedImages,
    addedBytes,
    waitingImages,
  };
}

/** The columns that change with these terms. */
export function changedColumns({ download, ...terms }: LinkTerms): Partial<LinkRow> {
  const given = Object.entries({ ...terms, download: download === undefined ? undefined : Number(download) });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
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
