import { later } from '@cairn/testkit';
import { ManualClock } from './manual-clock.js';

/** A clock and timer whose time passes for a while, because the contract waits. */
export async function goingClock(): Promise<ManualClock> {
  const clock = new ManualClock();
  void (async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      await later();
      clock.advance(5);
    }
  })();
  return clock;
}
