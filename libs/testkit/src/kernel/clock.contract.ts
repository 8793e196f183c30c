import { assert } from '../assert.js';
import type { Clock } from '@cairn/kernel';
import type { Contract } from '../contract.js';

/** Rules for every `Clock`. */
export const clockContract = {
  'now is a whole number of milliseconds, of this century': async ({ open }) => {
    const now = (await open()).now();
    assert.ok(Number.isSafeInteger(now), String(now));
    assert.ok(now > Date.UTC(2020) && now < Date.UTC(2100), String(now));
  },
} satisfies Contract<Clock>;
