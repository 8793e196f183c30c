import { describe, expect, it } from '@jest/globals';
import { controls, type Control } from './controls.js';
import { crash } from './crash.js';
import { progress, table } from './table.js';

const KILLS = 2;
const TIMEOUT_MS = 120_000;

describe('a server killed at work', () => {
  it(
    `keeps every promise through ${KILLS} kills`,
    async () => {
      const seed = Date.now() % 1_000_000_000;
      const cycles = await crash({ kills: KILLS, seed });
      const lines = cycles.map((cycle) => progress(cycle, KILLS));
      process.stdout.write(
        `\nKilled ${cycles.length} times, seed ${seed}\n${[...lines, table(cycles)].join('\n')}\n`,
      );
      expect(cycles.flatMap(({ faults }) => faults)).toEqual([]);
      expect(cycles).toHaveLength(KILLS);
      expect(cycles.some(({ load }) => load.uploads > 0)).toBe(true);
    },
    TIMEOUT_MS,
  );
});

describe('the check after a kill', () => {
  it(
    'detects a server that answers early',
    async () => {
      const control: Control = controls['early-answers'];
      // The first kill shows it, unless it came before the first answer.
      const cycles = await crash({ kills: 8, seed: 1, control });
      expect(cycles.flatMap(({ faults }) => faults)).toContainEqual(expect.stringMatching(control.noticed));
    },
    TIMEOUT_MS,
  );
});
