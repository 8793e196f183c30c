import type { KeyRecord } from '@cairn/api-schema';

export type KeyState = 'valid' | 'expired' | 'revoked';

export function stateOf({ revokedAt, expiresAt }: KeyRecord): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? 'expired' : 'valid';
}

export const isValid = (key: KeyRecord): boolean => stateOf(key) === 'valid';
