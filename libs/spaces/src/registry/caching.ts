import type { Space } from './space.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** How long a browser, a CDN and the service may cache a space's content, in milliseconds. */
export interface AutoCacheProfile {
  readonly browserTTL: number;
  readonly cdnTTL: number;
  readonly serviceTTL: number;
}

/**
 * The space's age at its last content change divided by its age now: 0 if never changed, 1 if changed just now.
 */
export function volatilityOf(space: Space, now: number): number {
  const age = now - space.createdAt;
  return age > 0 ? Math.min(1, Math.max(0, (space.contentUpdatedAt - space.createdAt) / age)) : 0;
}

/** Zero for a minute after a change, then a tenth of the time since the change (RFC 9111 §4.2.2), up to limits. */
export function autoCacheProfileOf(space: Space, now: number): AutoCacheProfile {
  const unchangedMs = now - space.contentUpdatedAt;
  const heuristic = unchangedMs < MINUTE_MS ? 0 : Math.floor(unchangedMs / 10);
  return {
    browserTTL: Math.min(heuristic, 3 * MINUTE_MS),
    cdnTTL: Math.min(heuristic, DAY_MS),
    serviceTTL: Math.min(heuristic, 365 * DAY_MS),
  };
}
