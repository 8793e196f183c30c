import type { GrantRecord } from '@cairn/api-schema';
import { account } from '../../api/account.ts';
import { client } from '../../api/client.ts';
import { acting, contains } from '../../session/acting.svelte.ts';

export type Granted = GrantRecord['resource'];

/** Somebody who has a role in a resource, by a grant on it or on something that it is part of. */
export interface Person {
  readonly grant: GrantRecord;
  readonly isDirect: boolean;
}

/**
 * Who has access, direct grants first. A user who manages only the resource itself does not see grants on what it is
 * part of.
 */
export async function peopleOf(resource: Granted): Promise<readonly Person[]> {
  if (account !== undefined && !acting.may('manager'))
    return (
      await client.list('GET /api/grants', { query: { type: resource.type, id: resource.id } }).all()
    ).map((grant) => ({ grant, isDirect: true }));
  const [parts, grants] = await Promise.all([partsOf(resource), client.list('GET /api/grants').all()]);
  const people = grants
    .filter((grant) => parts.some((part) => contains(grant.resource, part)))
    .map((grant) => ({ grant, isDirect: isSame(grant.resource, resource) }));
  return [...people.filter(({ isDirect }) => isDirect), ...people.filter(({ isDirect }) => !isDirect)];
}

/** The resource, and everything that it is part of. */
async function partsOf(resource: Granted): Promise<readonly Granted[]> {
  if (resource.type !== 'image') return [resource];
  const { id } = resource;
  const [{ path }, albums] = await Promise.all([
    client.call('GET /api/images/{id}', { params: { id } }),
    client.list('GET /api/albums', { query: { image: id } }).all(),
  ]);
  const inAlbums = albums.map((album) => ({ type: 'album', id: album.id }) as const);
  return [resource, { type: 'folder', id: path }, ...inAlbums];
}

const isSame = (one: Granted, other: Granted) => one.type === other.type && one.id === other.id;

/** The roles that make sense for the resource. */
export function rolesFor({ type }: Granted): readonly GrantRecord['role'][] {
  if (type === 'image') return ['viewer', 'editor', 'manager'];
  const roles = ['viewer', 'contributor', 'editor', 'manager'] as const;
  return type === 'account' ? [...roles, 'owner'] : roles;
}
