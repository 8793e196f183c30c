import { rankOf, type GrantRole } from '../permissions/grant-role.js';
import type { Caller } from '../permissions/caller.js';

/** A grant on an account covers everything in it, one on a folder everything below its path. */
export const GRANTED_TYPES = ['account', 'folder', 'album', 'image', 'space', 'map'] as const;
export type GrantedType = (typeof GRANTED_TYPES)[number];

/** Whether the scopes of spaces are about it: a map shows spaces. */
export const isOfSpaces = (type: GrantedType): boolean => type === 'space' || type === 'map';

export interface GrantedResource {
  readonly type: GrantedType;
  /** The path of a folder. */
  readonly id: string;
}

export const GRANTEE_TYPES = ['user', 'group', 'key'] as const;
export type GranteeType = (typeof GRANTEE_TYPES)[number];

/** Who receives a grant. Users are plain identifiers, because a service may have users of its own. */
export interface Grantee {
  readonly type: GranteeType;
  readonly id: string;
}

/**
 * Maximum grants of an account. Every request of a grantee reads all grants they have, and nobody is asked before they
 * get one.
 */
export const MAX_GRANTS = 2_000;

/** A role of somebody in a resource of an account. */
export interface Grant {
  readonly id: string;
  /** The account that has the resource. */
  readonly accountId: string;
  readonly resource: GrantedResource;
  readonly to: Grantee;
  readonly role: GrantRole;
  /** In epoch milliseconds. */
  readonly createdAt: number;
  /** In epoch milliseconds, to about a minute. */
  readonly lastUsedAt?: number | undefined;
}

/** The user or the key that makes a request and may have grants, as one text. */
export type Bearer = `user:${string}` | `key:${string}`;

/** Somebody who acts in another account, with the grants that they have there. */
export interface Acting {
  readonly accountId: string;
  readonly bearer: Bearer;
  readonly held: readonly Grant[];
}

/** A resource of an account, and what it is part of: an image with its folder and its albums. */
export interface GrantTarget {
  readonly accountId: string;
  readonly parts: readonly GrantedResource[];
}

/** A key has the grants that were given to it, not those of the user who created it. */
export function bearerOf({ keyId, userId }: Pick<Caller, 'keyId' | 'userId'>): Bearer | undefined {
  if (keyId !== undefined) return `key:${keyId}`;
  return userId === undefined ? undefined : `user:${userId}`;
}

/** The grants that apply to the target, the strongest first. */
export function grantsOn(grants: readonly Grant[], { accountId, parts }: GrantTarget): readonly Grant[] {
  return grants
    .filter((grant) => grant.accountId === accountId && parts.some((part) => contains(grant.resource, part)))
    .sort((one, other) => rankOf(other.role) - rankOf(one.role));
}

/** The strongest role that the grants give on the target. This is the only place that decides about sharing. */
export function roleOn(grants: readonly Grant[], target: GrantTarget): GrantRole | undefined {
  return grantsOn(grants, target)[0]?.role;
}

function contains(granted: GrantedResource, { type, id }: GrantedResource): boolean {
  if (granted.type === 'account') return true;
  if (granted.type !== type) return false;
  return granted.id === id || (type === 'folder' && id.startsWith(`${granted.id}/`));
}
