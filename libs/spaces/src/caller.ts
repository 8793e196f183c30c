import { SpaceForbidden } from './errors.js';
import type { Space } from './registry/space.js';

/** The owner of what is created without a credential. */
export const ANONYMOUS = 'ANONYMOUS';

/**
 * Who is asking. Everyone may do everything with the spaces of `ANONYMOUS` where `anonymousAllowed`, and with their
 * own; an administrator with all.
 */
export interface Caller {
  readonly owner: string;
  readonly administrator: boolean;
  readonly anonymousAllowed: boolean;
}

/** The owners whose spaces a listing shows: all but `except`, or only those in `only`. */
export interface OwnerFilter {
  readonly only?: readonly string[] | undefined;
  readonly except?: string | undefined;
}

/** @throws {SpaceForbidden} when the space is not the caller's to read or change. */
export function assertAllowed(caller: Caller, space: Space): void {
  if (!isAllowed(caller, space)) throw new SpaceForbidden();
}

/** Whether the space is the caller's to read and change. */
export function isAllowed(caller: Caller, space: Space): boolean {
  return mayAct(caller, space.owner);
}

/** @throws {SpaceForbidden} when the caller may not create in the name of `owner`. */
export function assertMayOwn(caller: Caller, owner: string): void {
  if (!mayAct(caller, owner)) throw new SpaceForbidden();
}

/** Reads the `owner` of a listing: `me`, `others`, `*` (both) or one owner, each as far as the caller may see. */
export function ownerFilter(caller: Caller, owner: string): OwnerFilter {
  const visible = caller.administrator
    ? undefined
    : [caller.owner, ...(caller.anonymousAllowed ? [ANONYMOUS] : [])];
  if (owner === '*') return { only: visible };
  if (owner === 'others') return { only: visible, except: caller.owner };
  const wanted = owner === 'me' ? caller.owner : owner;
  if (!mayAct(caller, wanted)) throw new SpaceForbidden();
  return { only: [wanted] };
}

function mayAct(caller: Caller, owner: string): boolean {
  return caller.administrator || caller.owner === owner || (caller.anonymousAllowed && owner === ANONYMOUS);
}
