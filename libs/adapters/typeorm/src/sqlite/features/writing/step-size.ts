import type { FailedStep } from '@cairn/spaces/spi';
import { StepWork } from '../../../spaces/step-work.js';

/** The target for the milliseconds of a step with its commit: half of what other writes may have to wait. */
const AIM_MS = 25;
const LEAST = 8;
const MOST = 2_000;

/**
 * The number of items in a step of background work: grows while steps are short, and shrinks after a long one. The
 * commit takes most of the time, which depends on the disk and on where the items lie.
 */
export class StepSize {
  private size = 50;

  /** @param now A monotonic time in milliseconds. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Runs a step, which calls `begin` when its turn has come. The time from then on sets the size of the next steps.
   * Failures are reported as by `StepWork`.
   */
  async run<T>(
    skipped: readonly string[],
    step: (size: number, work: StepWork, begin: () => void) => Promise<T>,
  ): Promise<T | FailedStep> {
    return await StepWork.run(skipped, async (work) => {
      let from = this.now();
      const result = await step(this.size, work, () => (from = this.now()));
      this.learn(this.now() - from);
      return result;
    });
  }

  private learn(tookMs: number): void {
    const factor = Math.min(1.5, AIM_MS / Math.max(1, tookMs));
    this.size = Math.max(LEAST, Math.min(MOST, Math.round(this.size * factor)));
  }
}
