/** What is done and waits behind a limit. */
export interface QueueState {
  readonly running: number;
  readonly waiting: number;
  /** How much may run at once, in works, or in what their sizes are counted in. */
  readonly limit: number;
  /** How much of the limit is taken. */
  readonly held: number;
  /** How many works have ended since the start. */
  readonly ended: number;
  /** How many were turned away because the queue was full. */
  readonly refused: number;
  /** How long those that have ended took, in seconds, where that is measured. */
  readonly busySeconds?: number | undefined;
  /** How many connections or threads are open and have nothing to do, where there are such. */
  readonly idle?: number | undefined;
}

/** Anything with such a limit, such as a `FairSemaphore`. */
export interface Queue {
  readonly state: QueueState;
}

/** The queues of this process by name, for those who watch it. */
export class Queues {
  private readonly queues = new Map<string, Queue[]>();

  /** Adds a queue. Several may share a name: their states are added up. */
  watch(name: string, queue: Queue): void {
    this.queues.set(name, [...(this.queues.get(name) ?? []), queue]);
  }

  /** Adds queues by their names. */
  watchAll(queues: Readonly<Record<string, Queue>>): void {
    for (const [name, queue] of Object.entries(queues)) this.watch(name, queue);
  }

  /** The names that are watched, and what each of them holds now. */
  list(): ReadonlyMap<string, QueueState> {
    return new Map([...this.queues].map(([name, queues]) => [name, sumOfQueues(queues)]));
  }
}

/** What several queues hold together. */
export function sumOfQueues(queues: readonly Queue[]): QueueState {
  const states = queues.map(({ state }) => state);
  const total = (key: keyof QueueState): number => states.reduce((all, state) => all + (state[key] ?? 0), 0);
  const isKnown = (key: keyof QueueState): boolean => states.some((state) => state[key] !== undefined);
  return {
    running: total('running'),
    waiting: total('waiting'),
    limit: total('limit'),
    held: total('held'),
    ended: total('ended'),
    refused: total('refused'),
    ...(isKnown('busySeconds') && { busySeconds: total('busySeconds') }),
    ...(isKnown('idle') && { idle: total('idle') }),
  };
}
