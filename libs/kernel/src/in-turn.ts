/**
 * Runs the steps one after another. A failed step does not stop the later ones: on closing, everything must be closed.
 * @throws the error of the first step that failed, after all steps have run.
 */
export async function inTurn(...steps: readonly (() => unknown)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps)
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}

/**
 * Waits for all of the works, whether they succeed or fail. @throws the error of the first that failed, once all have
 * ended.
 */
export async function allEnded(works: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works))
    if (outcome.status === 'rejected') throw outcome.reason;
}
