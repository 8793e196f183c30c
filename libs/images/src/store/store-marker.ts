/**
 * A text of at most 1 KiB beside the blobs: the name of the installation that the store belongs to, or its key. Listings
 * of blobs do not include it.
 */
export abstract class StoreMarker {
  abstract find(): Promise<string | undefined>;

  /** Stores `text` durably if there is none. Returns the stored one, which is the same for all concurrent callers. */
  abstract claim(text: string): Promise<string>;

  /** Stores `text` durably, replacing any other. Readers see either the old text or the new one as a whole. */
  abstract replace(text: string): Promise<void>;
}
