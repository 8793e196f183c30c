import { InvalidInput } from '@cairn/kernel';
import { isOfSpaces } from '../grants/grant.js';
import type { ContributionRules, LinkedResource, LinkRole, PositionDetail } from './link.js';

/** What is to change about a link. What is not given stays as it is, and `null` removes it. */
export interface LinkTerms extends Partial<ContributionRules> {
  readonly role?: LinkRole | undefined;
  readonly position?: PositionDetail | undefined;
  readonly download?: boolean | undefined;
  readonly passwordHash?: string | null | undefined;
  readonly expiresAt?: number | null | undefined;
}

/** `none` by default; for a space or a map it is always `exact`. @throws {InvalidInput} */
export function parsePosition(
  { type }: LinkedResource,
  position: PositionDetail = isOfSpaces(type) ? 'exact' : 'none',
): PositionDetail {
  if (!isOfSpaces(type) || position === 'exact') return position;
  throw InvalidInput.of('position-of-space', 'The position must be `exact`: a map is made of positions.');
}

/** @throws {InvalidInput} unless the time lies in the future */
export function parseExpiry(expiresAt: number | undefined, now: number): number | undefined {
  if (expiresAt === undefined || expiresAt > now) return expiresAt;
  throw InvalidInput.of('invalid-time', 'The time at which the link expires must lie in the future.');
}
