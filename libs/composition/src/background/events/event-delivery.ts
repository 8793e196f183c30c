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
import { handledInTraces } from '../../tracing/traced-events.js';

/**
 * Maximum parked events of one consumer. Beyond this, the consumer itself is at fault, and newer events wait in the
 * outbox.
 */
const MAX_PARKED = 1_000;

/** Formats positions as texts that sort in the order of the positions. */
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
  /** Aggregates with parked events that are not set aside. */
  private stuck = new Set<string>();
  private run: WorkRun;
  /** Whether another process led before. It may have ended while it handled one of the next events. */
  private isFresh = true;

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

  /** Notes that another process leads. */
  leave(): void {
    this.isFresh = true;
  }

  /** Handles these events. Stores the position that it reached even if a store fails. @throws {StorageUnavailable} */
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
      this.isFresh = false;
    } finally {
      if (passed !== undefined) await this.ports.outbox.advance(consumer.name, passed);
    }
  }

  /** Whether a batch consumer has handled all of them. */
  private async handledTogether(entries: readonly OutboxEntry[]): Promise<boolean> {
    if (entries.length === 0) return true;
    if (this.isFresh || entries.some(({ event }) => this.stuck.has(event.aggregateId))) return false;
    try {
      await this.run.limited(this.deliver(entries.map(({ event }) => event)));
      return true;
    } catch {
      return false; // Handling each one alone shows which one fails.
    }
  }

  /** Whether the event was handled or parked; `false` if the next process must deliver it again. */
  private async handleOne({ position, event }: OutboxEntry): Promise<boolean> {
    const item = String(position).padStart(POSITION_DIGITS, '0');
    if (this.isFresh && (await this.isParked(item))) return true;
    if (this.stuck.has(event.aggregateId)) {
      const reason = 'It waits for an earlier event of the same aggregate.';
      await this.run.postpone(item, reason, JSON.stringify(event));
      return true;
    }
    if (await this.isDelivered(item, event)) return true;
    if (this.signal.aborted) return false;
    this.stuck.add(event.aggregateId);
    return true;
  }

  /**
   * Delivers the event, and notes the failure if there is one. Counting every attempt from its start would take two
   * more writes for each event.
   */
  private async isDelivered(item: string, event: DomainEvent): Promise<boolean> {
    const deliver = (): Promise<void> => this.deliver([event]);
    const how = { signal: this.signal, payload: JSON.stringify(event) };
    if (this.isFresh) return (await this.run.attempt(item, deliver, how)) === 'done';
    try {
      await this.run.limited(deliver());
      return true;
    } catch (error) {
      if (!this.signal.aborted) await this.run.note(item, error, how);
      return false;
    }
  }

  /** Whether a process has tried the event and ended before it could store its position. */
  private async isParked(item: string): Promise<boolean> {
    return (await this.ports.failures.find({ job: this.consumer.name, item })) !== undefined;
  }

  private async deliver(events: readonly DomainEvent[]): Promise<void> {
    const { consumer } = this;
    await handledInTraces(consumer.name, events, async () => {
      if ('handleAll' in consumer) await consumer.handleAll(events);
      else for (const event of events) await consumer.handle(event);
    });
  }
}
