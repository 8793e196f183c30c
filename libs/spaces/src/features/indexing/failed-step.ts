import type { WorkRun } from '@cairn/kernel';

/** A step of background work that failed for one space; work for others can go on. Plain data. */
export interface FailedStep {
  /** What it was at; steps that are to skip this do others. */
  readonly failed: string;
  readonly reason: string;
}

/**
 * Takes steps until nothing is left, or it is cancelled. What fails is skipped from then on, and in later runs until it may
 * be tried again, so that it holds up no other space.
 * @param step Told what to skip.
 * @throws where a step takes too long: what it is at is not known.
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
