import type { Cancellation } from '@cairn/kernel';
import type { MapPicture } from './map-picture.js';

/** For whom a picture is painted. */
export interface PaintingTerms {
  /** The name by which callers take turns. */
  readonly holder: string;
  readonly cancellation: Cancellation;
}

/** Paints pictures of maps. */
export abstract class MapPainter {
  /**
   * A PNG; nothing once it is cancelled. The same picture gives the same bytes.
   * Nothing is loaded from other servers.
   * @throws {MapPictureFailed} also if it takes too long, or too many wait.
   * @throws {MapPicturesNotInstalled}
   */
  abstract paint(picture: MapPicture, terms: PaintingTerms): Promise<Uint8Array<ArrayBuffer> | undefined>;
}
