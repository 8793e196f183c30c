import type { FailedStep } from '@cairn/spaces/spi';

/** What a step of background work may be at, by the table that has its key. */
type Kind = 'content' | 'index' | 'counts';

/** What a step of background work is to skip, and is at: if it fails, that is what failed. */
export class StepWork {
  private current: string | undefined;

  private constructor(private readonly skipped: readonly string[]) {}

  /** Runs a step in a transaction of its own. What fails before it has begun with anything is thrown. */
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
