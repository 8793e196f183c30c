import { describe, expect, it } from '@jest/globals';
import { outage } from './outage.js';

const TIMEOUT_MS = 120_000;
const WORK_MS = 300; // some dozen requests, and as many in flight when the store fails

describe('a server whose store fails under load', () => {
  it.each([
    ['database', 'power'],
    ['database', 'network'],
    ['blobs', 'power'],
    ['blobs', 'network'],
  ] as const)(
    'keeps every promise, answers 503 meanwhile and recovers by itself: %s, %s',
    async (of, by) => {
      const seed = Date.now() % 1_000_000_000;
      const { counts, recoveriesMs, faults } = await outage({ of, by, downMs: 1_000, workMs: WORK_MS, seed });
      process.stdout.write(
        `\nFault with the ${of} by ${by}, seed ${seed}: ${JSON.stringify({ ...counts, recoveriesMs })}\n`,
      );
      expect(faults).toEqual([]);
      expect(counts.uploads).toBeGreaterThan(0);
      expect(counts.unavailable).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
});
