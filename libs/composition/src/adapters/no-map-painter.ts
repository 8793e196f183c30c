import { MapPicturesNotInstalled } from '@cairn/maps';
import type { MapPainter } from '@cairn/maps/spi';

/** Stands in for the package that paints maps. */
export class NoMapPainter implements MapPainter {
  readonly isInstalled = false;

  paint(): never {
    throw new MapPicturesNotInstalled();
  }
}
