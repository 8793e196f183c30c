import { describe, expect, it } from '@jest/globals';
import { outage } from './outage.js';

const TIMEOUT_MS = 600_000; // that of a hang: each step has a limit of its own
const DOWN_MS = 300; // many requests come meanwhile, and `/readyz` is waited for
const WORK_MS = 150; // some requests are done, and as many in flight when the store fails

describe('a server whose store fails under load', () => {
  it.each(['database', 'blobs'] as const)(
    'keeps every promise, answers 503 meanwhile and recovers by itself: %s',
    async (of) => {
      const seed = Date.now() % 1_000_000_000;
      const { counts, recoveriesMs, faults } = await outage({ of, downMs: DOWN_MS, workMs: WORK_MS, seed });
      process.stdout.write(
        `\nFaults with the ${of}, seed ${seed}: ${JSON.stringify({ ...counts, recoveriesMs })}\n`,
      );
      expect(faults).toEqual([]);
      expect(counts.upload).toBeGreaterThan(0);
      expect(counts.unavailable).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
