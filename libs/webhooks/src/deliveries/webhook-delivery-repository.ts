import type { Page, PageRequest } from '@cairn/kernel';
import type { DeliveryState, WebhookDelivery } from './delivery.js';

/** A message that no attempt was made at. */
export type NewDelivery = Pick<
  WebhookDelivery,
  'id' | 'endpointId' | 'accountId' | 'type' | 'subject' | 'body' | 'createdAt'
>;

export interface DeliveryQuery {
  readonly accountId: string;
  readonly endpointId: string;
  readonly state?: DeliveryState | undefined;
}

/** Takes what is due at `now`. */
export interface DeliveryClaim {
  readonly endpointId: string;
  readonly now: number;
  /** When an attempt that has not ended is taken for lost. */
  readonly until: number;
  readonly limit: number;
}

/** The end of an attempt. */
export interface DeliveryOutcome extends Required<
  Pick<WebhookDelivery, 'id' | 'attempts' | 'state' | 'dueAt'>
> {
  readonly lastAttempt: NonNullable<WebhookDelivery['lastAttempt']>;
}

/** Of what was added before a time, at most so many. */
export interface DeliveryPruning {
  readonly state: DeliveryState;
  readonly before: number;
  readonly limit: number;
}

/** Stores deliveries, which are the queues of endpoints: one for each subject. */
export abstract class WebhookDeliveryRepository {
  /**
   * Adds them in their order, after those of their subjects that are there. One whose identifier is there already, or whose endpoint
   * is gone, is left out. Returns how many were added.
   */
  abstract add(deliveries: readonly NewDelivery[]): Promise<number>;

  /** Enabled endpoints with deliveries that are due, at most `limit`, without those in `except`. */
  abstract findDue(due: {
    readonly now: number;
    readonly limit: number;
    readonly except: readonly string[];
  }): Promise<readonly Pick<WebhookDelivery, 'endpointId' | 'accountId'>[]>;

  /**
   * Takes deliveries of an enabled endpoint that are due, those first that were due first: at most one of each subject, and only if no
   * earlier one of the subject is pending. Each has one attempt more then, and is due again at `until`. Of concurrent calls one takes it.
   */
  abstract claim(claim: DeliveryClaim): Promise<readonly WebhookDelivery[]>;

  /** Stores how an attempt ended, unless another one has begun since or the delivery is gone. */
  abstract settle(outcome: DeliveryOutcome): Promise<void>;

  /** How many of an endpoint are pending. */
  abstract countPending(endpointId: string): Promise<number>;

  /** The latest first, then by descending identifier. */
  abstract list(query: DeliveryQuery, page: PageRequest): Promise<Page<WebhookDelivery>>;

  /**
   * Makes one pending again, due at `now` and with its attempts reset. Returns it.
   * @throws {WebhookDeliveryNotFound} also if it is one of another account or endpoint.
   */
  abstract replay(
    delivery: Pick<WebhookDelivery, 'id' | 'accountId' | 'endpointId'>,
    now: number,
  ): Promise<WebhookDelivery>;

  /** Removes the oldest ones in this state; pending ones of disabled endpoints only. Returns how many. */
  abstract prune(pruning: DeliveryPruning): Promise<number>;
}
