import type { MapRecord, PatchMapBody } from '@cairn/api-schema';

/** A map with the entity tag that it was read with. */
export interface TaggedMap {
  readonly map: MapRecord;
  readonly etag: string;
}

/** A map that can be stored. */
export interface EditedMap {
  readonly id: string;
  /** As it was read last. */
  readonly tagged: { readonly value: TaggedMap | undefined };
  /** @throws {CairnError} of the kind `conflict` if it has changed since `from`. Then the map is read again. */
  patch(change: PatchMapBody, from?: TaggedMap): Promise<MapRecord>;
}
