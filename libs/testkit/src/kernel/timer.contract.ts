import { assert } from '../assert.js';
import type { Timer } from '@cairn/kernel';
import type { Contract } from '../contract.js';

/** Rules for every `Timer`, whose time passes by itself. */
export const timerContract = {
  'of several waits the shortest ends first, whichever began first': async ({ open }) => {
    const timer = await open();
    const ended: string[] = [];
    const wait = async (durationMs: number): Promise<void> => {
      await timer.wait(durationMs);
      ended.push(`${durationMs} ms`);
    };
    await Promise.all([wait(60), wait(20), wait(40)]);
    assert.deepEqual(ended, ['20 ms', '40 ms', '60 ms']);
  },
} satisfies Contract<Timer>;
