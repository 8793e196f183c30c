import { GRANTED_TYPES, type Grant, type GrantedResource, type Group } from '@cairn/access';
import { MAPS } from '../maps/map-schema.js';
import { idOf, integer, oneOf, optional, table, text } from '../sql/table.js';

/** A grant in one row. `grantee` is the type and the identifier, such as `user:3f2a`. */
export interface GrantRow extends Omit<Grant, 'resource' | 'to' | 'lastUsedAt'> {
  readonly resourceType: GrantedResource['type'];
  readonly resourceId: string;
  readonly grantee: string;
  readonly lastUsedAt: number | null;
}

export const GrantSchema = table<GrantRow>(
  'access_grant',
  {
    id: text,
    accountId: idOf('owner'),
    resourceType: { ...oneOf(...GRANTED_TYPES), widened: MAPS },
    resourceId: text,
    grantee: idOf('actor'),
    role: oneOf('viewer', 'contributor', 'editor', 'manager', 'owner'),
    createdAt: integer,
    lastUsedAt: { ...optional(integer), since: 'GrantUses1796800000910' },
  },
  {
    traces: 'grants',
    unique: [['accountId', 'resourceType', 'resourceId', 'grantee']],
    indexes: {
      access_grant_by_grantee: '(grantee, account_id)',
      access_grant_by_age: '(account_id, created_at, id)',
    },
  },
);

export type GroupRow = Omit<Group, 'memberIds'>;

export const GroupSchema = table<GroupRow>(
  'user_group',
  {
    id: text,
    accountId: idOf('owner'),
    name: text,
    createdAt: integer,
  },
  {
    traces: 'groups',
    indexes: {
      user_group_by_age: '(account_id, created_at, id)',
    },
  },
);

export interface GroupMemberRow {
  readonly groupId: string;
  readonly userId: string;
}

export const GroupMemberSchema = table<GroupMemberRow>(
  'group_member',
  {
    groupId: { ...text, references: 'user_group (id) ON DELETE CASCADE' },
    userId: idOf('user'),
  },
  {
    traces: 'members',
    primaryKey: ['groupId', 'userId'],
    indexes: {
      group_member_by_user: '(user_id, group_id)',
    },
    withoutRowid: true,
  },
);

export function toGrant({ resourceType, resourceId, grantee, lastUsedAt, ...row }: GrantRow): Grant {
  const [type = ''] = grantee.split(':', 1);
  return {
    ...row,
    resource: { type: resourceType, id: resourceId },
    to: { type: granteeTypes[type] ?? 'user', id: grantee.slice(type.length + 1) },
    ...(lastUsedAt !== null && { lastUsedAt }),
  };
}

const granteeTypes: Readonly<Record<string, Grant['to']['type']>> = {
  user: 'user',
  group: 'group',
  key: 'key',
};

export function grantRow({ resource, to, lastUsedAt, ...grant }: Grant): GrantRow {
  return {
    ...grant,
    resourceType: resource.type,
    resourceId: resource.id,
    grantee: `${to.type}:${to.id}`,
    lastUsedAt: lastUsedAt ?? null,
  };
}
