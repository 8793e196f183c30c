import type { FailedStep } from '@cairn/spaces/spi';

/** Kinds of background work, by the table with its key. */
type Kind = 'content' | 'index' | 'counts';

/** The work that a step skips, and the work that it is doing, which is the one to skip if the step fails. */
export class StepWork {
  private current: string | undefined;

  private constructor(private readonly skipped: readonly string[]) {}

  /** Runs a step in a transaction of its own. Rejects if it fails before `begin`. */
  static async run<T>(
    skipped: readonly string[],
    step: (work: StepWork) => Promise<T>,
  ): Promise<T | FailedStep> {
    const work = new StepWork(skipped);
    try {
      return await step(work);
    } catch (error) {
      if (work.current === undefined) throw error;
      return { failed: work.current, reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** The keys to skip. */
  skippedKeys(kind: Kind): readonly number[] {
    return this.skipped.flatMap((name) => (name.startsWith(`${kind} `) ? Number(name.split(' ')[1]) : []));
  }

  begin(kind: Kind, key: number): void {
    this.current = `${kind} ${key}`;
  }
}
