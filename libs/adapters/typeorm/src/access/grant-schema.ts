import type { Grant, GrantedResource, Group } from '@cairn/access';
import type { Table } from '../sql/table.js';

/** A grant in one row. `grantee` is the type and the identifier, such as `user:3f2a`. */
export interface GrantRow extends Omit<Grant, 'resource' | 'to'> {
  readonly resourceType: GrantedResource['type'];
  readonly resourceId: string;
  readonly grantee: string;
}

export const GrantSchema: Table<GrantRow> = {
  name: 'access_grant',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text', name: 'account_id' },
    resourceType: { type: 'text', name: 'resource_type' },
    resourceId: { type: 'text', name: 'resource_id' },
    grantee: { type: 'text' },
    role: { type: 'text' },
    createdAt: { type: 'integer', name: 'created_at' },
  },
};

export type GroupRow = Omit<Group, 'memberIds'>;

export const GroupSchema: Table<GroupRow> = {
  name: 'user_group',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text', name: 'account_id' },
    name: { type: 'text' },
    createdAt: { type: 'integer', name: 'created_at' },
  },
};

export interface GroupMemberRow {
  readonly groupId: string;
  readonly userId: string;
}

export const GroupMemberSchema: Table<GroupMemberRow> = {
  name: 'group_member',
  columns: {
    groupId: { type: 'text', name: 'group_id', primary: true },
    userId: { type: 'text', name: 'user_id', primary: true },
  },
};

export function toGrant({ resourceType, resourceId, grantee, ...row }: GrantRow): Grant {
  const [type = ''] = grantee.split(':', 1);
  return {
    ...row,
    resource: { type: resourceType, id: resourceId },
    to: { type: granteeTypes[type] ?? 'user', id: grantee.slice(type.length + 1) },
  };
}

const granteeTypes: Readonly<Record<string, Grant['to']['type']>> = {
  user: 'user',
  group: 'group',
  key: 'key',
};

export function grantRow({ resource, to, ...grant }: Grant): GrantRow {
  return {
    ...grant,
    resourceType: resource.type,
    resourceId: resource.id,
    grantee: `${to.type}:${to.id}`,
  };
}
