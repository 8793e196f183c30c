import type { Geometry, NewFeature, TaggedFeature } from '@cairn/client';
import { client } from '../../../api/client.ts';
import { isSame, type FeatureContent } from './feature-content.ts';
import { patchBetween } from './merge-patch.ts';

/** Stores a new feature, with the given id if there is one. Returns the id. */
export async function createFeature(
  spaceId: string,
  { geometry, properties, tags }: FeatureContent,
  id?: string,
): Promise<string> {
  const feature: NewFeature = { type: 'Feature', ...(id !== undefined && { id }), geometry, properties };
  const { features } = await client.features.putMany(spaceId, [feature], {
    ifExists: 'error',
    ...(tags.length > 0 && { addTags: tags }),
  });
  return features[0]?.id ?? '';
}

/**
 * Writes only what differs in `after`, so that numbers with more digits than a browser keeps stay unchanged.
 *
 * @throws {CairnError} of the kind `conflict` if the feature has changed since it was read.
 */
export async function changeFeature(
  spaceId: string,
  { feature: { id }, etag }: TaggedFeature,
  { before, after }: { readonly before: FeatureContent; readonly after: FeatureContent },
): Promise<void> {
  if (isSame(before, after)) return;
  const properties = patchBetween(before.properties, after.properties);
  const geometry = isSame(before.geometry, after.geometry)
    ? {}
    : { geometry: replacing(before.geometry, after.geometry) };
  const added = after.tags.filter((tag) => !before.tags.includes(tag));
  const removed = before.tags.filter((tag) => !after.tags.includes(tag));
  await client.features.patch(
    spaceId,
    { id, properties, ...geometry },
    {
      ifMatch: etag,
      ...(added.length > 0 && { addTags: added }),
      ...(removed.length > 0 && { removeTags: removed }),
    },
  );
}

/** A patch merges objects, so members that the new geometry lacks must be removed explicitly. */
function replacing(before: Geometry | null, after: Geometry | null): Geometry | null {
  if (after === null) return null;
  const gone = Object.keys(before ?? {}).filter((name) => !(name in after));
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...after };
}
