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
}
