import type { DomainEvent } from './domain-event.js';

/** An event and where it stands among all others: a whole number, 1 or more, that only ever grows. */
export interface OutboxEntry {
  readonly position: number;
  readonly event: DomainEvent;
}

/** The position of a consumer that has had nothing yet. */
export const OUTBOX_START = 0;

/**
 * The events of every change, each stored in the transaction of its change. To read takes nothing away: a consumer
 * that ends between handling an event and advancing past it is given the event again.
 */
export abstract class Outbox {
  /**
   * The oldest entries behind the position, at most `limit`, those of one aggregate in the order of its changes. What is
   * committed after an entry was listed stands behind that entry, so that whoever goes on from there misses nothing.
   */
  abstract list(after: number, limit: number): Promise<readonly OutboxEntry[]>;

  /** How far the consumer has come: `OUTBOX_START` until it advances. */
  abstract position(consumer: string): Promise<number>;

  /** Remembers durably how far the consumer has come. A position before the remembered one changes nothing. */
  abstract advance(consumer: string, position: number): Promise<void>;

  /** Removes what every one of these consumers has advanced past; all there is where none is named. */
  abstract prune(consumers: readonly string[]): Promise<void>;
}

/** Is given every event at least once, those of one aggregate in the order of its changes. */
export interface EventConsumer {
  /** Under which its position is remembered: it stays the same from version to version. */
  readonly name: string;
  /** Rejects where the event cannot be handled now: it comes again, before any other one. */
  handle(event: DomainEvent): Promise<void>;
}
