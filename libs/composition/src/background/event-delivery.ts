import {
  isDue,
  type Clock,
  type DomainEvent,
  type EventBatchConsumer,
  type EventConsumer,
  type FailedWorkRepository,
  type Outbox,
  type OutboxEntry,
  type WorkAttempts,
  type WorkRun,
} from '@cairn/kernel';

/** More are not kept for one consumer: it is the consumer that fails, and newer events wait in the outbox. */
const MAX_PARKED = 1_000;

/** Positions of events as items that are in order as texts. */
const POSITION_DIGITS = 16;

export type Consumer = EventConsumer | EventBatchConsumer;

interface Ports {
  readonly outbox: Outbox;
  readonly failures: FailedWorkRepository;
  readonly attempts: WorkAttempts;
  readonly clock: Clock;
}

/**
 * Delivers events to one consumer. An event that it fails at is parked with the later ones of the same aggregate, and
 * tried again after a while; all others go on.
 */
export class EventDelivery {
  /** Those with parked events that are not set aside. */
  private stuck = new Set<string>();
  private run: WorkRun;

  constructor(
    private readonly consumer: Consumer,
    private readonly ports: Ports,
    private readonly signal: AbortSignal,
  ) {
    this.run = ports.attempts.run(consumer.name);
  }

  /** Begins a pass: tries what is parked and due. @throws {StorageUnavailable} */
  async retryParked(): Promise<void> {
    const { failures, attempts, clock } = this.ports;
    this.run = attempts.run(this.consumer.name);
    this.stuck = new Set();
    const parked = await failures.list({ job: this.consumer.name, waiting: true, limit: MAX_PARKED });
    const now = clock.now();
    for (const failure of parked) {
      if (this.signal.aborted) return;
      const { item, payload = '' } = failure;
      const event = JSON.parse(payload) as DomainEvent;
      if (this.stuck.has(event.aggregateId)) continue;
      const retry = (): Promise<string> =>
        this.run.attempt(item, () => this.deliver([event]), { signal: this.signal, payload });
      if (!isDue(failure, now) || (await retry()) !== 'done') this.stuck.add(event.aggregateId);
    }
    if (parked.length >= MAX_PARKED)
      throw new Error(`${MAX_PARKED} events could not be handled; the others wait.`);
  }

  /** Handles these, and stores how far it came even where a store is away. @throws {StorageUnavailable} */
  async handle(entries: readonly OutboxEntry[]): Promise<void> {
    const { consumer } = this;
    let passed: number | undefined;
    try {
      if ('handleAll' in consumer && (await this.handledTogether(entries))) {
        passed = entries.at(-1)?.position;
        return;
      }
      for (const entry of entries) {
        if (this.signal.aborted || !(await this.handleOne(entry))) break;
        passed = entry.position;
      }
    } finally {
      if (passed !== undefined) await this.ports.outbox.advance(consumer.name, passed);
    }
  }

  /** Whether a consumer of many has handled all of them. */
  private async handledTogether(entries: readonly OutboxEntry[]): Promise<boolean> {
    if (entries.length === 0) return true;
    if (entries.some(({ event }) => this.stuck.has(event.aggregateId))) return false;
    try {
      await this.run.limited(this.deliver(entries.map(({ event }) => event)));
      return true;
    } catch {
      return false; // Each alone tells which one it is.
    }
  }

  /** Whether the event was handled or parked: `false` where it is to be delivered again by the next process. */
  private async handleOne({ position, event }: OutboxEntry): Promise<boolean> {
    const item = String(position).padStart(POSITION_DIGITS, '0');
    const payload = JSON.stringify(event);
    if (this.stuck.has(event.aggregateId)) {
      await this.run.postpone(item, 'It waits for an earlier event of the same aggregate.', payload);
      return true;
    }
    try {
      await this.run.limited(this.deliver([event]));
    } catch (error) {
      if (this.signal.aborted) return false;
      this.stuck.add(event.aggregateId);
      await this.run.note(item, error, { payload });
    }
    return true;
  }

  private async deliver(events: readonly DomainEvent[]): Promise<void> {
    const { consumer } = this;
    if ('handleAll' in consumer) await consumer.handleAll(events);
    else for (const event of events) await consumer.handle(event);
  }
}
