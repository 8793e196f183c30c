import type { AttemptResult, WebhookDelivery, WebhookEndpoint } from '@cairn/webhooks';
import { parseStringList, type Table } from '../sql/table.js';

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

export const WebhookEndpointSchema: Table<WebhookEndpointRow> = {
  name: 'webhook_endpoint',
  columns: {
    id: { type: 'text', primary: true },
    accountId: { type: 'text', name: 'account_id' },
    url: { type: 'text' },
    events: { type: 'text' },
    description: { type: 'text' },
    failingSince: { type: 'integer', name: 'failing_since', nullable: true },
    secret: { type: 'text' },
    formerSecret: { type: 'text', name: 'former_secret', nullable: true },
    formerSecretUntil: { type: 'integer', name: 'former_secret_until', nullable: true },
    createdAt: { type: 'integer', name: 'created_at' },
    updatedAt: { type: 'integer', name: 'updated_at' },
    disabledBy: { type: 'text', name: 'disabled_by', nullable: true },
    madeBy: { type: 'text', name: 'made_by', nullable: true },
  },
};

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
 * all others.
 */
export interface WebhookDeliveryRow extends Omit<WebhookDelivery, 'lastAttempt'> {
  readonly sequence: number;
  readonly lastAt: number | null;
  readonly lastDurationMs: number | null;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly isNext: number;
}

export const WebhookDeliverySchema: Table<WebhookDeliveryRow> = {
  name: 'webhook_delivery',
  columns: {
    id: { type: 'text', primary: true },
    endpointId: { type: 'text', name: 'endpoint_id' },
    accountId: { type: 'text', name: 'account_id' },
    type: { type: 'text' },
    subject: { type: 'text' },
    body: { type: 'text' },
    createdAt: { type: 'integer', name: 'created_at' },
    sequence: { type: 'integer' },
    state: { type: 'text' },
    attempts: { type: 'integer' },
    dueAt: { type: 'integer', name: 'due_at' },
    lastAt: { type: 'integer', name: 'last_at', nullable: true },
    lastDurationMs: { type: 'integer', name: 'last_duration_ms', nullable: true },
    lastStatus: { type: 'integer', name: 'last_status', nullable: true },
    lastError: { type: 'text', name: 'last_error', nullable: true },
    isNext: { type: 'integer', name: 'is_next' },
  },
};

export function toDelivery(row: WebhookDeliveryRow): WebhookDelivery {
  const { sequence: _, isNext: __, lastAt, lastDurationMs, lastStatus, lastError, ...delivery } = row;
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
