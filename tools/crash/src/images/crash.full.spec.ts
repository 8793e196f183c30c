import { describe, expect, it } from '@jest/globals';
import { totalsOf } from '../kills.js';
import { controls } from './controls.js';
import { crashImages } from './crash.js';

const KILLS = 2;
const TIMEOUT_MS = 120_000;

describe('a server killed at work', () => {
  it(
    `keeps every promise through ${KILLS} kills`,
    async () => {
      const seed = Date.now() % 1_000_000_000;
      const cycles = await crashImages({ kills: KILLS, seed });
      process.stdout.write(`\nKilled ${cycles.length} times, seed ${seed}\n${totalsOf(cycles)}\n`);
      expect(cycles.flatMap(({ faults }) => faults)).toEqual([]);
      expect(cycles).toHaveLength(KILLS);
      expect(cycles.some(({ counts }) => (counts['uploads acknowledged'] ?? 0) > 0)).toBe(true);
    },
    TIMEOUT_MS,
  );
});

describe('the check after a kill', () => {
  it(
    'detects a server that answers early',
    async () => {
      const control = controls['early-answers'];
      // The first kill shows it, unless it came before the first answer.
      const cycles = await crashImages({ kills: 8, seed: 1, control });
      expect(cycles.flatMap(({ faults }) => faults)).toContainEqual(expect.stringMatching(control.noticed));
    },
    TIMEOUT_MS,
  );
});
