import type { Geometry, TaggedFeature } from '@cairn/client';

/** What can be drawn on the map. */
export const shapes = ['Point', 'LineString', 'Polygon'] as const;
export type Shape = (typeof shapes)[number];

/** A feature that is drawn or changed. The map and the panel beside it both show and change its geometry. */
export class Draft {
  geometry = $state.raw<Geometry | null>(null);
  /** Whether the map can change it. */
  isDrawable = $state(true);

  private constructor(
    /** What is drawn, while there is nothing yet. */
    readonly shape: Shape | undefined,
    /** What is changed; `undefined` if it is new. */
    readonly stored: TaggedFeature | undefined,
  ) {
    this.geometry = stored?.feature.geometry ?? null;
  }

  static drawn(shape: Shape): Draft {
    return new Draft(shape, undefined);
  }

  static of(stored: TaggedFeature): Draft {
    return new Draft(undefined, stored);
  }
}
