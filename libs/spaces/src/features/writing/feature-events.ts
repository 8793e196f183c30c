import type { BoundingBox } from '@cairn/geometry';
import type { EventFact } from '@cairn/kernel';

/** Maximum ids in an event. */
export const MAX_EVENT_IDS = 100;

/** What a write did to the features of a space. */
export interface FeaturesChange {
  readonly version: number;
  /** A box around the places where the features were and are. */
  readonly bbox: BoundingBox | undefined;
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
  /** The ids of all changed features; absent if they are not known. */
  readonly ids: readonly string[] | undefined;
}

/** Features of a space changed. The ids are left out where they are more than `MAX_EVENT_IDS`. */
export function featuresChanged(spaceId: string, { bbox, ids, ...counts }: FeaturesChange): EventFact {
  const named = ids !== undefined && ids.length <= MAX_EVENT_IDS ? { ids } : {};
  const payload = { ...counts, ...(bbox === undefined ? {} : { bbox }), ...named };
  return { type: 'features-changed', aggregateId: spaceId, payload };
}
