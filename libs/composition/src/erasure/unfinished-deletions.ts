import type { Clock, DomainEvent, FailedWork, FailedWorkRepository, Outbox, Timer } from '@cairn/kernel';
import type { UnfinishedWork } from './erasure.js';

/** How long a step waits for other background work, and how often it looks. */
const PATIENCE_MS = 2_000;
const LOOK_MS = 50;
const MOST_FAILURES = 1_000;

interface Waiting {
  readonly clock: Clock;
  readonly timer: Timer;
}

interface Ports extends Waiting {
  readonly outbox: Pick<Outbox, 'extent' | 'position'>;
  readonly failures: Pick<FailedWorkRepository, 'list'>;
}

interface Deletions {
  readonly owner: string;
  /** The consumers of events that delete bytes. */
  readonly consumers: readonly string[];
}

/**
 * What the consumers have given up of what was removed of the owner. `undefined` if they are not done within two seconds.
 */
export async function unfinishedDeletions(
  ports: Ports,
  { owner, consumers }: Deletions,
): Promise<readonly UnfinishedWork[] | undefined> {
  const { outbox, failures } = ports;
  const { last } = await outbox.extent();
  const failed = async (): Promise<readonly FailedWork[]> => {
    const lists = consumers.map((job) => failures.list({ job, limit: MOST_FAILURES }));
    return (await Promise.all(lists)).flat().filter(({ payload }) => isOf(owner, payload));
  };
  const isHandled = async (): Promise<boolean> => {
    for (const consumer of consumers) if ((await outbox.position(consumer)) < last) return false;
    return (await failed()).every(({ retryAt }) => retryAt === undefined);
  };
  if (!(await comesTrue(ports, isHandled))) return undefined;
  return (await failed()).map(({ job, item, reason }) => ({ job, item, reason }));
}

/** Whether the condition comes true within two seconds. */
export async function comesTrue(
  { clock, timer }: Waiting,
  condition: () => Promise<boolean>,
): Promise<boolean> {
  for (const end = clock.now() + PATIENCE_MS; ; await timer.wait(LOOK_MS)) {
    if (await condition()) return true;
    if (clock.now() >= end) return false;
  }
}

const isOf = (owner: string, payload: string | undefined): boolean =>
  payload !== undefined && readEvent(payload).payload['owner'] === owner;

// Reads what the delivery of events has written.
const readEvent: (text: string) => DomainEvent = JSON.parse;
