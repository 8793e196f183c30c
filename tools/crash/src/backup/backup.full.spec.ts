import { everyStore } from '@cairn/services';
import { describe, expect, it } from '@jest/globals';
import { drillBackup } from './backup-drill.js';

const TIMEOUT_MS = 300_000;

describe.each(everyStore)('a drill on $name', (stores) => {
  // Each step runs the command in a process of its own, beside a server with clients.
  it(
    'restores all that was acknowledged before the backup began, and nothing that was deleted, whatever is killed',
    async () => {
      // Without a trash the bytes of deleted images go at once, also while they are copied.
      const env = { CAIRN_TRASH_DAYS: '0' };
      const cycles = await drillBackup({ kills: 1, seed: Date.now() % 1_000_000_000, stores, env });
      expect(cycles.flatMap(({ faults }) => faults)).toEqual([]);
      const noticed = cycles.flatMap(({ counts }) => counts['damages noticed'] ?? []);
      expect(noticed[0]).toBeGreaterThanOrEqual(3);
    },
    TIMEOUT_MS,
  );
});
