import { setTimeout as pause } from 'node:timers/promises';
import { Clock, FailedWorkRepository, WorkAttempts } from '@cairn/kernel';
import type { Container } from 'inversify';

/** After this, an item is taken as one that never ends. Each kind of work has shorter limits of its own. */
const LIMIT_MS = 5 * 60 * 1000;

/** Lets use cases ask for the attempts at background work. What another version failed at is tried anew. */
export function bindAttempts(
  container: Container,
  failed: (job: string, error: unknown) => void,
  version: string | undefined,
): void {
  const [failures, clock] = [container.get(FailedWorkRepository), container.get(Clock)];
  const attempts = new WorkAttempts({
    failures,
    clock,
    limited,
    failed,
    ...(version !== undefined && { version }),
  });
  container.bind(WorkAttempts).toConstantValue(attempts);
  if (version !== undefined)
    failures.renew(version, clock.now()).catch((error: unknown) => failed('retry-failed-work', error));
}

/** What still goes on then is left to itself: nothing waits for it. */
async function limited<T>(work: Promise<T>): Promise<T> {
  const ended = new AbortController();
  const late = pause(LIMIT_MS, undefined, { ref: false, signal: ended.signal }).then((): never => {
    throw new Error(`This took longer than ${LIMIT_MS / 60_000} minutes.`);
  });
  late.catch(() => undefined);
  return await Promise.race([work, late]).finally(() => ended.abort());
}
