import type { Operation } from '@cairn/api-schema';

/** They make something new whose identifier or secret another attempt cannot know. */
const NOT_REPEATABLE: readonly string[] = ['putFeatures'];

/**
 * These find what an earlier attempt made, by identifiers derived from the idempotency key, or change what is there to
 * what they ask for.
 */
const REPEATABLE: readonly string[] = [
  'uploadImage',
  'uploadImages',
  'importImages',
  'uploadAlbumImage',
  'uploadShared',
  'createAlbum',
  'createSpace',
  'placeAlbumImages',
  'takeAlbumImages',
  'tagImages',
  'showImages',
  'deleteImages',
  'giveGrant',
  'retryJob',
  'promote',
  'makeTileArchive',
  'restoreFeatures',
];

/** Whether the operation may be carried out again when it is unknown whether it took effect. */
export function isRepeatable({ id, method }: Operation): boolean {
  return method === 'post' ? REPEATABLE.includes(id) : !NOT_REPEATABLE.includes(id);
}
