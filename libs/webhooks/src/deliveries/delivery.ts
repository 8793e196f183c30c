/** `pending` until an attempt succeeds, or the last one fails. */
export type DeliveryState = 'pending' | 'delivered' | 'dead';
export const DELIVERY_STATES: readonly DeliveryState[] = ['pending', 'delivered', 'dead'];

/** A message to an endpoint. Times in epoch milliseconds. */
export interface WebhookDelivery {
  /** The `webhook-id` of every attempt. It is the same for the same event and endpoint. */
  readonly id: string;
  readonly endpointId: string;
  readonly accountId: string;
  readonly type: string;
  readonly subject: string;
  /** JSON. */
  readonly body: string;
  readonly createdAt: number;
  /** The trace of its event, as a `traceparent` of W3C Trace Context, if one is recorded. */
  readonly traceparent?: string | undefined;
  readonly state: DeliveryState;
  /** The number of attempts that were started. */
  readonly attempts: number;
  /** When the next attempt may start. During an attempt: when the attempt is taken for lost. */
  readonly dueAt: number;
  readonly lastAttempt?: AttemptResult | undefined;
}

/** How an attempt ended. */
export interface AttemptResult {
  readonly at: number;
  readonly durationMs: number;
  /** The status of the response; absent if there was none. */
  readonly status?: number | undefined;
  /** Why there was no response, by the codes of `OutgoingHttpFailed`; absent if there was one. */
  readonly error?: string | undefined;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The wait after the first failure, the second and so on: two days in all. After one more failure, the delivery is
 * dead.
 */
const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
] as const;

export const MAX_DELIVERY_ATTEMPTS = WAITS_MS.length + 1;

/**
 * How long to wait after this many attempts; `undefined` after the last one. Varies by up to a fifth, depending on the
 * identifier, so that deliveries that failed together are not retried together.
 */
export function waitAfter({ id, attempts }: Pick<WebhookDelivery, 'id' | 'attempts'>): number | undefined {
  const wait = WAITS_MS[attempts - 1];
  if (wait === undefined) return undefined;
  let hash = attempts;
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return Math.round(wait * (0.8 + (0.4 * hash) / 1_000_003));
}
