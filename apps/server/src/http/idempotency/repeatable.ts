import type { Operation } from '@cairn/api-schema';

/** These operations create something whose identifier or secret another attempt cannot know. */
const NOT_REPEATABLE: readonly string[] = ['putFeatures'];

/**
 * These operations find what an earlier attempt created, by identifiers derived from the idempotency key, or set a
 * requested state.
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

/** Whether the operation may run again when it is unknown whether it took effect. */
export function isRepeatable({ id, method }: Operation): boolean {
  return method === 'post' ? REPEATABLE.includes(id) : !NOT_REPEATABLE.includes(id);
}
