import { parseCapturedAt } from './captured-at.js';
import { photoPosition, type PhotoPosition } from './position.js';

/** What is known of a photo besides its pixels. */
export interface PhotoFacts {
  /** As the camera wrote it: ISO 8601, with the offset from UTC if it is known. */
  readonly capturedAt?: string | undefined;
  readonly camera?: { readonly make?: string | undefined; readonly model?: string | undefined } | undefined;
  readonly position?: PhotoPosition | undefined;
}

/** What somebody wrote of a photo, into its file or beside it. Texts of any length. */
export interface PhotoRemarks {
  readonly tags: readonly string[];
  readonly title?: string | undefined;
  readonly caption?: string | undefined;
  readonly favourite?: true | undefined;
  /** 0 to 5; -1 for a rejected photo. */
  readonly rating?: number | undefined;
}

/** Leaves out an impossible time or position, by the same rules as for the metadata in a photo. */
export function possibleFacts({ capturedAt, camera, position }: PhotoFacts): PhotoFacts {
  const time = capturedAt === undefined ? undefined : parseCapturedAt(capturedAt);
  const place = position && photoPosition(position.latitude, position.longitude);
  return { ...(time && { capturedAt: time }), ...(camera && { camera }), ...(place && { position: place }) };
}
