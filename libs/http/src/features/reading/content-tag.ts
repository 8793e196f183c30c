import type { ContentState, StoredFeature } from '@cairn/spaces';
import { entityTag, namedTags } from '../../messages/entity-tags.js';

/** The tag of a query result, known before the query runs. `text` identifies the query. */
export function contentTag({ space, head }: ContentState, ...text: readonly string[]): string {
  return entityTag(space.id, space.createdAt, head.version, ...text);
}

const IDENTITY_LENGTH = 24;

/** The tag of one feature in the representation `shape`. Its first 24 digits are the same for all shapes. */
export function featureTag(spaceId: string, feature: FeatureIdentity, shape = ''): string {
  const { id, createdAt, updatedAt, version } = feature;
  const identity = entityTag(spaceId, id, createdAt, updatedAt, version).slice(0, IDENTITY_LENGTH + 1);
  return identity + entityTag(shape).slice(IDENTITY_LENGTH + 1);
}

export type FeatureIdentity = Pick<StoredFeature, 'id' | 'createdAt' | 'updatedAt' | 'version'>;

/** Whether `If-Match` names the feature in any representation. */
export function matchesFeature(header: string, spaceId: string, feature: FeatureIdentity): boolean {
  const [, identity = ''] = new RegExp(`^"(.{${IDENTITY_LENGTH}})`).exec(featureTag(spaceId, feature)) ?? [];
  return namedTags(header).some((named) => named === '*' || named.startsWith(identity));
}
