import { describe, expect, it } from '@jest/globals';
import { totalsOf } from '../kills.js';
import { crashTrash } from './trash-crash.js';

const KILLS = Number(process.env['TRASH_KILLS'] ?? 2);

describe('a server killed while it deletes, restores and empties its trash', () => {
  it(
    `has every image in one place through ${KILLS} kills, with its blob and counts`,
    async () => {
      const seed = Date.now() % 1_000_000_000;
      const cycles = await crashTrash({ kills: KILLS, seed });
      process.stdout.write(`\nKilled ${cycles.length} times, seed ${seed}\n${totalsOf(cycles)}\n`);
      expect(cycles.flatMap(({ faults }) => faults)).toEqual([]);
      expect(cycles).toHaveLength(KILLS);
      expect(cycles.some(({ counts }) => (counts['restores'] ?? 0) > 0)).toBe(true);
    },
    60_000 + KILLS * 15_000,
  );
});
