import { setTimeout } from 'node:timers/promises';

/** Settings of a server that takes the largest public shapes: they come one by one. */
export const LARGE_FEATURES = {
  CAIRN_MAX_FEATURE_VERTICES: '10000000',
  CAIRN_MAX_FEATURE_SIZE: '128',
  CAIRN_MAX_FEATURE_BODY: '256',
} as const;

/** Copies of the largest data took a few minutes. */
const WITHIN_MS = 20 * 60_000;
const EVERY_MS = 500;

interface JobRecord {
  readonly name: string;
  readonly state: string;
  readonly startedAt: string | null;
}

/**
 * Resolves when a server has copied the large features that it has by now, which tiles are drawn of.
 * @param jobs Asks it for `GET /api/jobs`.
 * @throws {Error} when that takes too long.
 */
export async function copiesMade(
  jobs: () => Promise<unknown>,
  { withinMs = WITHIN_MS, everyMs = EVERY_MS } = {},
): Promise<void> {
  const from = Date.now();
  while (Date.now() < from + withinMs) {
    const copying = ((await jobs()) as readonly JobRecord[]).find(
      ({ name }) => name === 'copy-large-features',
    );
    if (Date.parse(copying?.startedAt ?? '') > from && copying?.state === 'idle') return;
    await setTimeout(everyMs);
  }
  throw new Error(`The copies of large features were not made within ${withinMs / 60_000} minutes.`);
}
