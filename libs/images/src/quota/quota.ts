import { InvalidInput } from '@cairn/kernel';

/** The quota of an owner, in images or in bytes. @throws {InvalidInput} when it is not a whole number from 0 up. */
export function parseQuota(quota: number): number {
  if (Number.isSafeInteger(quota) && quota >= 0) return quota;
  throw InvalidInput.of('invalid-quota', 'A quota is a whole number from 0 up.');
}
