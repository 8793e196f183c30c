import type { DomainEvent, EventValue } from '@cairn/kernel';
import type { WebhookEventType } from './event-types.js';

/** What endpoints receive about an event. */
export interface WebhookEvent {
  /** The id of the event in the outbox. Deliveries of the same event have the same one. */
  readonly eventId: string;
  readonly type: WebhookEventType;
  /** Such as `image:8Lk2VbQ0pXzR5tNcW1yGfA`. Messages of one subject arrive in the order of its changes. */
  readonly subject: string;
  readonly occurredAt: number;
  readonly data: Readonly<Record<string, EventValue>>;
}

interface Told {
  readonly type: WebhookEventType;
  /** The members of the payload that endpoints receive; never keys of blobs. */
  readonly names: readonly string[];
}

const image = ['address'];
const space = ['updatedAt'];
const job = ['kind', 'done'];

const told: ReadonlyMap<string, Told> = new Map([
  ['image-added', { type: 'image.added', names: image }],
  ['image-updated', { type: 'image.updated', names: image }],
  ['image-removed', { type: 'image.deleted', names: image }],
  ['album-created', { type: 'album.created', names: [] }],
  ['album-updated', { type: 'album.updated', names: [] }],
  ['album-deleted', { type: 'album.deleted', names: [] }],
  ['space-created', { type: 'space.created', names: space }],
  ['space-updated', { type: 'space.updated', names: space }],
  ['space-deleted', { type: 'space.deleted', names: space }],
  [
    'features-changed',
    { type: 'features.changed', names: ['version', 'inserted', 'updated', 'deleted', 'bbox', 'ids'] },
  ],
  ['map-created', { type: 'map.created', names: [] }],
  ['map-updated', { type: 'map.updated', names: [] }],
  ['map-deleted', { type: 'map.deleted', names: [] }],
  ['job-succeeded', { type: 'job.succeeded', names: job }],
  ['job-failed', { type: 'job.failed', names: job }],
]);

/** Whether endpoints receive such events at all. */
export const isTold = ({ type }: Pick<DomainEvent, 'type'>): boolean => told.has(type);

/** What endpoints receive about the event; `undefined` if nothing. */
export function webhookEventOf({
  id: eventId,
  type,
  aggregateId,
  occurredAt,
  payload,
}: DomainEvent): WebhookEvent | undefined {
  const known = told.get(type);
  if (known === undefined) return undefined;
  const data: Record<string, EventValue> = { id: aggregateId };
  for (const name of known.names) {
    const { [name]: value } = payload;
    if (value !== undefined) data[name] = value;
  }
  const [kind = ''] = known.type.split('.');
  return { eventId, type: known.type, subject: `${kind}:${aggregateId}`, occurredAt, data };
}

/** The body of a message, as Standard Webhooks has it. */
export function bodyOf({
  type,
  occurredAt,
  data,
}: Pick<WebhookEvent, 'occurredAt' | 'data'> & { readonly type: string }): string {
  return JSON.stringify({ type, timestamp: isoTime(occurredAt), data });
}

/** The domain has no ambient time: `Date` only formats a given number here. */
const isoTime = (ms: number): string => new Date(ms).toISOString();
