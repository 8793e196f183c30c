/** A value of an event's payload. */
export type EventValue = string | number | boolean | null | readonly (string | number)[];

/** The content of an event. `payload` is plain JSON. */
export interface EventFact {
  /** Such as `image-removed`. */
  readonly type: string;
  readonly aggregateId: string;
  readonly payload: Readonly<Record<string, EventValue>>;
}

/** An event of an aggregate, stored in the transaction of the change that it describes. */
export interface DomainEvent extends EventFact {
  /** Globally unique. */
  readonly id: string;
  /** When it was stored, in epoch milliseconds by the clock of the node that stored it. */
  readonly occurredAt: number;
  /** The trace that was recorded when it was stored, as a `traceparent` of W3C Trace Context. */
  readonly traceparent?: string | undefined;
}

/** An event and its position: an integer from 1, strictly increasing. */
export interface OutboxEntry {
  readonly position: number;
  readonly event: DomainEvent;
}

/** What an outbox holds: all entries after `pruned`, up to `last`. Both are `OUTBOX_START` before the first event. */
export interface OutboxExtent {
  readonly pruned: number;
  readonly last: number;
}

/** The position of a consumer that has not handled any event. */
export const OUTBOX_START = 0;

/** Which entries to prune, and how many at a time. */
export interface OutboxPruning {
  /** Consumers that must all have advanced past an entry. */
  readonly consumers: readonly string[];
  /** Entries from this time on stay, in epoch milliseconds. */
  readonly before: number;
  readonly limit: number;
}

/**
 * A transactional outbox: each event is stored in the transaction of the change it describes. Delivery is at least
 * once: a consumer that stops between handling an event and advancing past it gets the event again.
 */
export abstract class Outbox {
  /**
   * The oldest entries after the position, at most `limit`. Entries of one aggregate are in the order of its changes.
   * An entry committed after this call gets a position after every listed entry, so continuing from the last one
   * misses nothing.
   */
  abstract list(after: number, limit: number): Promise<readonly OutboxEntry[]>;

  /** The stored position of the consumer; `OUTBOX_START` until it first advances. */
  abstract position(consumer: string): Promise<number>;

  /** Stores the position of the consumer durably. A position before the stored one changes nothing. */
  abstract advance(consumer: string, position: number): Promise<void>;

  /**
   * The range of listable entries. An entry committed after this call gets a position after `last`. `pruned` may be
   * later than the last removed entry if positions were never used, but not earlier.
   */
  abstract extent(): Promise<OutboxExtent>;

  /**
   * Removes the oldest entries, at most `limit`, up to the first that must stay. The newest entry always stays, because
   * it marks how far the others are pruned. Returns the number of removed entries: fewer than `limit` means that
   * nothing is left to remove.
   */
  abstract prune(pruning: OutboxPruning): Promise<number>;
}

/** Receives every event at least once. Events of one aggregate arrive in the order of its changes, unless one was set aside. */
export interface EventConsumer {
  /** The key under which its position is stored. Must never change. */
  readonly name: string;
  /**
   * Rejects if the event cannot be handled now. It is then redelivered before any later event of its aggregate. After
   * `MAX_ATTEMPTS` it is set aside, and the later ones are delivered.
   */
  handle(event: DomainEvent): Promise<void>;
}

/** Receives every event at least once, in batches, in the order of an `EventConsumer`. */
export interface EventBatchConsumer {
  /** The key under which its position is stored. Must never change. */
  readonly name: string;
  /** Rejects if the events cannot be handled now. Each of them is then redelivered on its own. */
  handleAll(events: readonly DomainEvent[]): Promise<void>;
}
