import {
  OUTBOX_START,
  type Clock,
  type CurrentWork,
  type EventFact,
  type EventValue,
  type Outbox,
  type OutboxEntry,
  type OutboxExtent,
  type OutboxPruning,
} from '@cairn/kernel';

/** Keeps events in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryOutbox implements Outbox {
  private entries: OutboxEntry[] = [];
  private readonly positions = new Map<string, number>();
  private last = OUTBOX_START;

  constructor(
    private readonly clock: Pick<Clock, 'now'> = { now: () => Date.now() },
    private readonly currentWork: () => CurrentWork = () => ({}),
  ) {}

  /** The trace that is recorded at the moment. */
  traceparent(): string | undefined {
    return this.currentWork().traceparent;
  }

  /** Called by repositories synchronously with the change. */
  append({ type, aggregateId, payload }: EventFact): void {
    this.last += 1;
    const traceparent = this.traceparent();
    const event = {
      id: String(this.last),
      type,
      aggregateId,
      occurredAt: this.clock.now(),
      payload: copied(payload),
      ...(traceparent !== undefined && { traceparent }),
    };
    this.entries.push({ position: this.last, event });
  }

  async list(after: number, limit: number): Promise<readonly OutboxEntry[]> {
    const first = this.entries.findIndex(({ position }) => position > after);
    return first < 0 ? [] : this.entries.slice(first, first + limit).map(copyOf);
  }

  async position(consumer: string): Promise<number> {
    return this.positions.get(consumer) ?? OUTBOX_START;
  }

  async advance(consumer: string, position: number): Promise<void> {
    this.positions.set(consumer, Math.max(position, this.positions.get(consumer) ?? OUTBOX_START));
  }

  async extent(): Promise<OutboxExtent> {
    const [first] = this.entries;
    return { pruned: first === undefined ? OUTBOX_START : first.position - 1, last: this.last };
  }

  async prune({ consumers, before, limit }: OutboxPruning): Promise<number> {
    const passed = Math.min(...consumers.map((consumer) => this.positions.get(consumer) ?? OUTBOX_START));
    const kept = this.entries.findIndex(
      ({ position, event }) => position > passed || position === this.last || event.occurredAt >= before,
    );
    const removed = Math.min(Math.max(kept, 0), limit);
    this.entries = this.entries.slice(removed);
    return removed;
  }
}

function copyOf({ position, event }: OutboxEntry): OutboxEntry {
  return { position, event: { ...event, payload: copied(event.payload) } };
}

function copied(payload: EventFact['payload']): EventFact['payload'] {
  const copies = Object.entries(payload).map(([name, value]): [string, EventValue] => [
    name,
    typeof value === 'object' && value !== null ? [...value] : value,
  ]);
  return Object.fromEntries(copies);
}
