import type { Feature, TaggedFeature } from '@cairn/client';
import { client } from '../../../api/client.ts';
import type { TypedCell } from './cell-value.ts';

type Value = Extract<TypedCell, { value: unknown }>['value'];

/** A cell before and after it was changed. */
export interface ChangedCell {
  readonly name: string;
  readonly before: unknown;
  readonly value: Value;
  /** The feature as it is stored now. */
  readonly written: TaggedFeature;
}

/**
 * Writes one property, and nothing else of the feature. `null` removes it.
 *
 * @throws {CairnError} of the kind `conflict` if the feature has changed since it was read.
 */
export async function writeCell(
  spaceId: string,
  { feature: { id }, etag }: TaggedFeature,
  { name, value }: { readonly name: string; readonly value: unknown },
): Promise<TaggedFeature> {
  const properties = { [name]: value ?? null };
  return await client.features.patch(spaceId, { id, properties }, { ifMatch: etag });
}

/** The feature as rows hold it: without its geometry. */
export const asRow = ({ id, properties }: Feature): Pick<Feature, 'id' | 'properties'> => ({
  id,
  properties,
});
