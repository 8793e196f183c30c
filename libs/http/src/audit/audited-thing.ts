import type { AuditedResource, AuditedType, AuditEntry } from '@cairn/access';
import { activityOperations, type Operation } from '@cairn/api-schema';
import type { RequestContext } from '../messages/request-context.js';

/** The type of what the first parameter of a path names. */
const places: readonly (readonly [path: RegExp, type: AuditedType])[] = [
  [/^\/api\/images\/\{id\}/, 'image'],
  [/^\/api\/albums\/\{id\}/, 'album'],
  [/^\/api\/maps\/\{id\}/, 'map'],
  [/^\/api\/links\/\{id\}/, 'link'],
  [/^\/api\/keys\/\{id\}/, 'key'],
  [/^\/(?:hub\/spaces|tiles)\/\{spaceId\}/, 'space'],
];

/** The type of what is created at a path, and named by `Location`. */
const collections: Readonly<Record<string, AuditedType>> = { '/api/albums': 'album', '/api/maps': 'map' };

const added = new Set<string>(activityOperations.added);
/** They add no images, so that a request is one addition. */
const withoutImages = new Set([
  'createAlbum',
  'createSpace',
  'createMap',
  'putFeatures',
  'postFeatures',
  'putFeature',
  'importFile',
]);

/** What a request is about; `target` is its target as the trail has it. */
export function thingIn(
  { changed, principal }: Pick<RequestContext, 'changed' | 'principal'>,
  { path }: Pick<Operation, 'path'>,
  target: string | undefined,
): AuditedResource | undefined {
  if (changed?.thing !== undefined) return changed.thing;
  if (principal.kind === 'link') return principal.link.resource;
  if (target === undefined) return undefined;
  const type = places.find(([pattern]) => pattern.test(path))?.[1] ?? collections[path];
  if (type === undefined) return undefined;
  const [id = ''] = type === 'space' ? target.split('/') : [target];
  return { type, id: type === 'space' ? id.replace(/\.pmtiles$/, '') : id };
}

/** Whether a request added something that was not there. What waits for somebody's approval is not there yet. */
export function isAddition({ operation, status, imageCount = 0 }: AuditEntry): boolean {
  if (status >= 300 && status !== 303) return false;
  return added.has(operation) && status !== 202 && (imageCount > 0 || withoutImages.has(operation));
}
