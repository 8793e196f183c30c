import type { Revocation } from '@cairn/access/spi';

/** A revocation that spares the last administrator key. */
export function revocation(at: number): Revocation {
  return { at, lastAdmin: 'refuse' };
}
