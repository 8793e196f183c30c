import type { OutboxEntry } from '@cairn/kernel';

const types = {
  'image-added': 'image-uploaded',
  'image-updated': 'image-updated',
  'image-removed': 'image-deleted',
  'album-created': 'album-created',
  'album-updated': 'album-updated',
  'album-deleted': 'album-deleted',
  'space-created': 'space-created',
  'space-updated': 'space-updated',
  'space-deleted': 'space-deleted',
  'features-changed': 'features-changed',
  'map-created': 'map-created',
  'map-updated': 'map-updated',
  'map-deleted': 'map-deleted',
} as const;

export type ChangeType = (typeof types)[keyof typeof types];

/** What happened to an image, an album, a space or a map of an account. */
export interface Change {
  /** The position of its event in the outbox. */
  readonly position: number;
  /** The account. */
  readonly owner: string;
  readonly type: ChangeType;
  /** The id of the image, the album, the space or the map. */
  readonly id: string;
  /** In epoch milliseconds. */
  readonly at: number;
}

/** A change whose event may not name the account. */
export interface RawChange extends Omit<Change, 'owner'> {
  readonly owner: string | undefined;
}

/** The change that an event tells of, if it tells of one. */
export function changeIn({ position, event }: OutboxEntry): RawChange | undefined {
  const type = isKnown(event.type) ? types[event.type] : undefined;
  if (type === undefined) return undefined;
  const { owner } = event.payload;
  return {
    position,
    type,
    id: event.aggregateId,
    at: event.occurredAt,
    owner: typeof owner === 'string' ? owner : undefined,
  };
}

/** Whether it is one of images and albums. */
export function isOfImages(type: ChangeType): boolean {
  return type.startsWith('image-') || type.startsWith('album-');
}

/** Whether it is one of spaces and their features. Those of features do not name their account. */
export function isOfSpaces(type: ChangeType): boolean {
  return type.startsWith('space-') || type.startsWith('features-');
}

function isKnown(type: string): type is keyof typeof types {
  return Object.hasOwn(types, type);
}
