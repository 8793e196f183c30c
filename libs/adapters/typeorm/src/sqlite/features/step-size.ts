import type { FailedStep } from '@cairn/spaces/spi';
import { StepWork } from '../../spaces/step-work.js';

/** Milliseconds that a step should take with its commit: half of what other writes may have to wait. */
const AIM_MS = 25;
const LEAST = 8;
const MOST = 2_000;

/**
 * How many items a step of background work takes on: more where steps are short, fewer where one was long. Its commit
 * takes most of the time, which depends on the disk and on where the items lie.
 */
export class StepSize {
  private size = 50;

  /**
   * Runs a step, which calls `begin` once it is its turn, and learns from how long it took from then on. One that fails
   * is told of as `StepWork` does.
   */
  async run<T>(
    skipped: readonly string[],
    step: (size: number, work: StepWork, begin: () => void) => Promise<T>,
  ): Promise<T | FailedStep> {
    return await StepWork.run(skipped, async (work) => {
      let from = performance.now();
      const result = await step(this.size, work, () => (from = performance.now()));
      this.learn(performance.now() - from);
      return result;
    });
  }

  private learn(tookMs: number): void {
    const factor = Math.min(1.5, AIM_MS / Math.max(1, tookMs));
    this.size = Math.max(LEAST, Math.min(MOST, Math.round(this.size * factor)));
  }
}
