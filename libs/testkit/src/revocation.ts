import type { Revocation } from '@cairn/access';

/** A revocation that does not take the last key that administers. */
export function revocation(at: number): Revocation {
  return { at, lastAdmin: 'refuse' };
}
