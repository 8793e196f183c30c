import type { AttemptResult, WebhookDelivery, WebhookEndpoint } from '@cairn/webhooks';
import { TRACES } from '../kernel/outbox-schema.js';
import { idOf, integer, oneOf, optional, parseStringList, table, text } from '../sql/table.js';

/** An endpoint in one row. `events` is a JSON array. */
export interface WebhookEndpointRow extends Omit<
  WebhookEndpoint,
  'events' | 'disabledBy' | 'failingSince' | 'formerSecret' | 'madeBy'
> {
  readonly events: string;
  readonly disabledBy: WebhookEndpoint['disabledBy'] | null;
  readonly failingSince: number | null;
  readonly formerSecret: string | null;
  readonly formerSecretUntil: number | null;
  readonly madeBy: string | null;
}

export const WebhookEndpointSchema = table<WebhookEndpointRow>(
  'webhook_endpoint',
  {
    id: text,
    accountId: idOf('owner'),
    url: text,
    events: text,
    description: text,
    failingSince: optional(integer),
    secret: text,
    formerSecret: optional(text),
    formerSecretUntil: optional(integer),
    createdAt: integer,
    updatedAt: integer,
    disabledBy: optional(oneOf('owner', 'gone', 'failing', 'backlog', 'revoked')),
    madeBy: optional(idOf('actor', 'replaced')),
  },
  {
    traces: 'webhooks',
    indexes: {
      webhook_endpoint_by_age: '(account_id, created_at, id)',
      webhook_endpoint_enabled: '(id) WHERE disabled_by IS NULL',
    },
  },
);

export function toEndpoint(row: WebhookEndpointRow): WebhookEndpoint {
  const { id, accountId, url, events, description, secret, createdAt, updatedAt } = row;
  const { disabledBy, failingSince, formerSecret, formerSecretUntil, madeBy } = row;
  return {
    id,
    accountId,
    url,
    events: parseStringList(events),
    description,
    secret,
    createdAt,
    updatedAt,
    ...(disabledBy && { disabledBy }),
    ...(madeBy !== null && { madeBy }),
    ...(failingSince !== null && { failingSince }),
    ...(formerSecret !== null && { formerSecret: { secret: formerSecret, until: formerSecretUntil ?? 0 } }),
  };
}

export function endpointRow(endpoint: WebhookEndpoint): WebhookEndpointRow {
  const { events, disabledBy, failingSince, formerSecret, madeBy, ...rest } = endpoint;
  return {
    ...rest,
    events: JSON.stringify(events),
    disabledBy: disabledBy ?? null,
    failingSince: failingSince ?? null,
    formerSecret: formerSecret?.secret ?? null,
    formerSecretUntil: formerSecret?.until ?? null,
    madeBy: madeBy ?? null,
  };
}

/**
 * A delivery in one row. Those of a subject are sent in the order of `sequence`; `isNext` is 1 for the first pending one, and 0 for
 * all others, so that finding due deliveries does not slow down with the number of waiting ones.
 */
export interface WebhookDeliveryRow extends Omit<WebhookDelivery, 'lastAttempt' | 'traceparent'> {
  readonly traceparent: string | null;
  readonly sequence: number;
  readonly lastAt: number | null;
  readonly lastDurationMs: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly isNext: number;
}

export const WebhookDeliverySchema = table<WebhookDeliveryRow>(
  'webhook_delivery',
  {
    id: text,
    endpointId: { ...text, references: 'webhook_endpoint (id) ON DELETE CASCADE' },
    accountId: idOf('owner', 'apart'),
    type: text,
    subject: text,
    body: text,
    createdAt: integer,
    sequence: integer,
    state: oneOf('pending', 'delivered', 'dead'),
    attempts: integer,
    dueAt: integer,
    lastAt: optional(integer),
    lastDurationMs: optional(integer),
    lastStatus: optional(integer),
    lastError: optional(text),
    isNext: { ...integer, default: 0 },
    traceparent: { ...optional(text), since: TRACES },
  },
  {
    traces: 'deliveries',
    indexes: {
      webhook_delivery_by_age: '(endpoint_id, created_at, id)',
      webhook_delivery_by_sequence: '(sequence)',
      webhook_delivery_pending: `(endpoint_id, subject, sequence) WHERE state = 'pending'`,
      webhook_delivery_ended: `(state, created_at) WHERE state <> 'pending'`,
      webhook_delivery_due: '(endpoint_id, due_at, sequence) WHERE is_next = 1',
    },
  },
);

export function toDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const {
    sequence: _,
    isNext: __,
    lastAt,
    lastDurationMs,
    lastStatus,
    lastError,
    traceparent,
    ...rest
  } = row;
  const delivery = { ...rest, ...(traceparent !== null && { traceparent }) };
  if (lastAt === null) return delivery;
  const lastAttempt = {
    at: lastAt,
    durationMs: lastDurationMs ?? 0,
    ...(lastStatus !== null && { status: lastStatus }),
    ...(lastError !== null && { error: lastError }),
  };
  return { ...delivery, lastAttempt };
}

type AttemptColumns = Pick<WebhookDeliveryRow, 'lastAt' | 'lastDurationMs' | 'lastStatus' | 'lastError'>;

export const attemptRow = ({ at, durationMs, status, error }: AttemptResult): AttemptColumns => ({
  lastAt: at,
  lastDurationMs: durationMs,
  lastStatus: status ?? null,
  lastError: error ?? null,
});
