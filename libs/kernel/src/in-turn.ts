/**
 * Takes the steps one after another, each whatever became of those before it, as where something is closed.
 * @throws what the first of them failed with, at the end.
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

/** Waits for all of them, whatever becomes of each. @throws what the first of them failed with, once all have ended. */
export async function allEnded(works: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works))
    if (outcome.status === 'rejected') throw outcome.reason;
}
