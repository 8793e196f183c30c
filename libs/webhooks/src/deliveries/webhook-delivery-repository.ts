import type { Page, PageRequest } from '@cairn/kernel';
import type { DeliveryState, WebhookDelivery } from './delivery.js';

/** A message before its first attempt. */
export type NewDelivery = Pick<
  WebhookDelivery,
  'id' | 'endpointId' | 'accountId' | 'type' | 'subject' | 'body' | 'createdAt' | 'traceparent'
>;

export interface DeliveryQuery {
  readonly accountId: string;
  readonly endpointId: string;
  readonly state?: DeliveryState | undefined;
}

/** Claims deliveries that are due at `now`. */
export interface DeliveryClaim {
  readonly endpointId: string;
  readonly now: number;
  /** When a running attempt is taken for lost. */
  readonly until: number;
  readonly limit: number;
}

/** The end of an attempt. */
export interface DeliveryOutcome extends Required<
  Pick<WebhookDelivery, 'id' | 'attempts' | 'state' | 'dueAt'>
> {
  readonly lastAttempt: NonNullable<WebhookDelivery['lastAttempt']>;
}

/** Selects at most so many of the deliveries that were added before a time. */
export interface DeliveryPruning {
  readonly state: DeliveryState;
  readonly before: number;
  readonly limit: number;
}

/** Stores deliveries, which are the queues of endpoints: one for each subject. */
export abstract class WebhookDeliveryRepository {
  /**
   * Adds deliveries in their order, after existing ones of the same subjects. Leaves out deliveries whose identifier
   * exists already, or whose endpoint is gone. Returns how many were added.
   */
  abstract add(deliveries: readonly NewDelivery[]): Promise<number>;

  /** Enabled endpoints with deliveries that are due, at most `limit`, without those in `except`. */
  abstract findDue(due: {
    readonly now: number;
    readonly limit: number;
    readonly except: readonly string[];
  }): Promise<readonly Pick<WebhookDelivery, 'endpointId' | 'accountId'>[]>;

  /**
   * Takes due deliveries of an enabled endpoint, those first that were due first. Takes at most one of each subject,
   * and only if no earlier one of the subject is pending. Each then has one attempt more, and is due again at `until`.
   * Of concurrent calls, only one takes a delivery.
   */
  abstract claim(claim: DeliveryClaim): Promise<readonly WebhookDelivery[]>;

  /** Stores how an attempt ended, unless a later one has started or the delivery is gone. */
  abstract settle(outcome: DeliveryOutcome): Promise<void>;

  /** How many of an endpoint are pending. */
  abstract countPending(endpointId: string): Promise<number>;

  /** The latest first, then by descending identifier. */
  abstract list(query: DeliveryQuery, page: PageRequest): Promise<Page<WebhookDelivery>>;

  /**
   * Makes a delivery pending again, due at `now` and with its attempts reset. Returns it.
   * @throws {WebhookDeliveryNotFound} also if it is one of another account or endpoint.
   */
  abstract replay(
    delivery: Pick<WebhookDelivery, 'id' | 'accountId' | 'endpointId'>,
    now: number,
  ): Promise<WebhookDelivery>;

  /**
   * Removes the oldest deliveries in this state; of pending ones, only those of disabled endpoints. Returns how many.
   */
  abstract prune(pruning: DeliveryPruning): Promise<number>;
}
