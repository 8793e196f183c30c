/** What a repository records of a change; `payload` is plain JSON. */
export interface EventFact {
  /** Names the kind of fact, such as `image-removed`. */
  readonly type: string;
  readonly aggregateId: string;
  readonly payload: Readonly<Record<string, string | number | boolean | null>>;
}

/** A fact about an aggregate that was stored together with the change it tells of. */
export interface DomainEvent extends EventFact {
  /** No other event has it. */
  readonly id: string;
  /** When it was stored, in epoch milliseconds of the node that stored it. */
  readonly occurredAt: number;
}
