import { InvalidInput } from '@cairn/kernel';

/** How many images an owner may have. @throws {InvalidInput} when it is not a whole number from 0 up. */
export function parseQuota(quota: number): number {
  if (Number.isSafeInteger(quota) && quota >= 0) return quota;
  throw InvalidInput.of('invalid-quota', 'A quota is a whole number from 0 up.');
}
