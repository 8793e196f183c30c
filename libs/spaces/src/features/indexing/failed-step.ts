import type { WorkRun } from '@cairn/kernel';

/** A part of the work on indexes, counted in features that are looked at. */
export interface IndexingStep {
  readonly looked: number;
  /** Known items that are left to process. */
  readonly left: number;
}

/** A step of background work that failed for one space; work for others can go on. Plain data. */
export interface FailedStep {
  /** What the step worked on. Steps that are told to skip it work on something else. */
  readonly failed: string;
  readonly reason: string;
}

/**
 * Takes steps until nothing is left, or it is cancelled. Work that fails is skipped from then on, also in later runs
 * until it may be tried again, so that it delays no other space.
 * @param step Told what to skip.
 * @throws if a step takes too long: it is not known what it works on.
 */
export async function takeSteps(
  step: (skipped: readonly string[]) => Promise<FailedStep | 'more' | 'done'>,
  run: Pick<WorkRun, 'resting' | 'note' | 'forgetOthers' | 'limited'>,
  cancellation?: { readonly aborted: boolean },
): Promise<void> {
  const skipped = [...(await run.resting())];
  while (cancellation?.aborted !== true) {
    const done = await run.limited(step(skipped));
    if (done === 'more') continue;
    if (done === 'done') return await run.forgetOthers();
    if (skipped.includes(done.failed)) throw new Error(`${done.failed} failed twice: ${done.reason}`);
    await run.note(done.failed, new Error(`${done.failed}: ${done.reason}`));
    skipped.push(done.failed);
  }
}
