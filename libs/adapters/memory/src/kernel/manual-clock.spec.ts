import { describe, expect, it } from '@jest/globals';
import { clockContract, timerContract, verify } from '@cairn/testkit';
import { goingClock } from './going-clock.spec.kit.js';
import { ManualClock } from './manual-clock.js';

const open = async (): Promise<ManualClock> => new ManualClock();

describe('ManualClock', () => {
  verify({ contract: clockContract, subject: { open, reopen: open }, it });
  verify({ contract: timerContract, subject: { open: goingClock, reopen: goingClock }, it });

  it('does not change until it is advanced', () => {
    const clock = new ManualClock(1_000);
    expect([clock.now(), clock.now()]).toEqual([1_000, 1_000]);
    clock.advance(250);
    expect(clock.now()).toBe(1_250);
  });
});
