import type { AccessReason, Grant, Group, User } from '@cairn/access';
import type { AccessRecord, GrantRecord, GroupRecord } from '@cairn/api-schema';
import type { Addresses } from '../messages/addresses.js';
import { optionalTimestamp, timestamp } from '../responses/timestamp.js';
import type { SharedTarget } from './grant-targets.js';

/** The API representation of a grant. `names` are those of grantees, by `type:id`. */
export function grantRecord(
  { id, resource, to, role, createdAt, lastUsedAt }: Grant,
  names: ReadonlyMap<string, string>,
): GrantRecord {
  return {
    id,
    resource: { ...resource },
    to: { ...to, name: names.get(`${to.type}:${to.id}`) ?? null },
    role,
    createdAt: timestamp(createdAt),
    lastUsedAt: optionalTimestamp(lastUsedAt),
  };
}

/**
 * What is shared, for listings of grants and links. Without `addresses` there is no cover: that of an album can be any image of
 * the account.
 */
export function subjectOf(
  shared: SharedTarget | undefined,
  addresses: Addresses | undefined,
): Pick<GrantRecord, 'title' | 'cover'> {
  const { title = null, cover } = shared ?? {};
  const isShown = cover !== undefined && addresses !== undefined;
  return { title, cover: isShown ? { id: cover.id, url: addresses.ofFile(cover) } : null };
}

/** The API representation of the reasons for an access, the strongest first. */
export function accessRecord(
  reasons: readonly AccessReason[],
  names: ReadonlyMap<string, string>,
): AccessRecord {
  return {
    role: reasons[0]?.role ?? null,
    because: reasons.map((reason) => ({
      kind: reason.kind,
      role: reason.role,
      ...(reason.kind === 'grant' && { grant: grantRecord(reason.grant, names) }),
    })),
  };
}

/** The API representation of a group. Deleted members are left out. */
export function groupRecord(
  { id, name, memberIds, createdAt }: Group,
  names: ReadonlyMap<User['id'], string>,
): GroupRecord {
  const members = memberIds.flatMap((memberId) => {
    const member = names.get(`user:${memberId}`);
    return member === undefined ? [] : [{ id: memberId, name: member }];
  });
  return { id, name, members, createdAt: timestamp(createdAt) };
}
