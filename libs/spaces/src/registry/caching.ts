import type { Space } from './space.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** For how long answers about a space's content may be kept, in milliseconds: by a browser, a CDN and the service. */
export interface AutoCacheProfile {
  readonly browserTTL: number;
  readonly cdnTTL: number;
  readonly serviceTTL: number;
}

/**
 * How much of a space's life its content kept changing: from 0 (never since its creation) towards 1 (until just now).
 */
export function volatilityOf(space: Space, now: number): number {
  const age = now - space.createdAt;
  return age > 0 ? Math.min(1, Math.max(0, (space.contentUpdatedAt - space.createdAt) / age)) : 0;
}

/** Nothing in the first minute after a change, then a tenth of the time since (RFC 9111 §4.2.2), up to a limit each. */
export function autoCacheProfileOf(space: Space, now: number): AutoCacheProfile {
  const unchangedMs = now - space.contentUpdatedAt;
  const heuristic = unchangedMs < MINUTE_MS ? 0 : Math.floor(unchangedMs / 10);
  return {
    browserTTL: Math.min(heuristic, 3 * MINUTE_MS),
    cdnTTL: Math.min(heuristic, DAY_MS),
    serviceTTL: Math.min(heuristic, 365 * DAY_MS),
  };
}
