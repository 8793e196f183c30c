import type { GrantRecord } from '@cairn/api-schema';
import { account } from '../api/account.ts';
import { ownClient } from '../api/client.ts';
import { Resource } from '../api/resource.svelte.ts';

type Granted = GrantRecord['resource'];
type Role = GrantRecord['role'];

/** Each role includes those before it. */
export const ROLES = [
  'viewer',
  'contributor',
  'editor',
  'manager',
  'owner',
] as const satisfies readonly Role[];

/** What the user may do in the other account that the document shows. In their own account they may do everything. */
class Acting {
  readonly granted = new Resource(async () =>
    (await ownClient.call('GET /api/grants/received')).grants.filter((grant) => grant.account.id === account),
  );

  get owner(): string {
    return this.granted.value?.[0]?.account.name ?? '';
  }

  /** The strongest role in one of these resources, such as an image, its folder and its album. */
  roleIn(parts: readonly Granted[]): Role | undefined {
    return (this.granted.value ?? [])
      .filter(({ resource }) => parts.some((part) => contains(resource, part)))
      .map(({ role }) => role)
      .sort((one, other) => ROLES.indexOf(other) - ROLES.indexOf(one))[0];
  }

  may(role: Role, ...parts: readonly Granted[]): boolean {
    if (account === undefined) return true;
    const has = this.roleIn([{ type: 'account', id: account }, ...parts]);
    return has !== undefined && ROLES.indexOf(has) >= ROLES.indexOf(role);
  }
}

export function contains(granted: Granted, { type, id }: Granted): boolean {
  if (granted.type === 'account') return true;
  if (granted.type !== type) return false;
  return granted.id === id || (type === 'folder' && id.startsWith(`${granted.id}/`));
}

export const acting = new Acting();
