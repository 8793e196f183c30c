import type { Cancellation } from '@cairn/kernel';
import type { MapPicture, PictureTile } from './map-picture.js';

/** What a picture is painted of, and for whom. */
export interface PaintingTerms {
  /** Those in view; one that is absent is empty. They are read one by one when it is the turn of the picture. */
  readonly tiles: AsyncIterable<PictureTile>;
  /** The name by which callers take turns. */
  readonly holder: string;
  readonly cancellation: Cancellation;
}

/** Paints pictures of maps. */
export abstract class MapPainter {
  /** Whether it can paint. If not, it throws `MapPicturesNotInstalled`. */
  abstract readonly isInstalled: boolean;

  /**
   * A PNG; nothing once it is cancelled. The same picture gives the same bytes.
   * Nothing is loaded from other servers.
   * @throws {MapPictureFailed} also if it takes too long, or too many wait. Passes errors of the tiles on.
   * @throws {MapPicturesNotInstalled}
   */
  abstract paint(picture: MapPicture, terms: PaintingTerms): Promise<Uint8Array<ArrayBuffer> | undefined>;
}
