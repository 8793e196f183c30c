/** A text of at most 1 KiB kept beside the blobs, which no listing of blobs shows: whose store this is. */
export abstract class StoreMarker {
  abstract find(): Promise<string | undefined>;

  /** Stores `text` durably where there is none; gives the one stored then, the same to all who claim at once. */
  abstract claim(text: string): Promise<string>;

  /** Stores `text` durably in the place of any other; a reader sees the old one or the new one, whole. */
  abstract replace(text: string): Promise<void>;
}
