import { GROUND_COLORS } from './colors.js';
import type { GroundLayer, GroundLook } from './layer.js';

/** The layers of the ground, in the order in which they are drawn. A map's data stands between the parts. */
export interface GroundParts {
  /** Water, land, rivers, borders. */
  readonly below: readonly GroundLayer[];
  /** Names. */
  readonly above: readonly GroundLayer[];
}

/** The layers of the ground for a style that has the source `GROUND_SOURCE`. Their ids begin with `ground-`. */
export function groundLayers({ theme }: GroundLook): GroundParts {
  const { water, land } = GROUND_COLORS[theme];
  return {
    below: [
      { id: 'ground-water', type: 'background', paint: { 'background-color': water } },
      {
        id: 'ground-land',
        type: 'fill',
        source: 'ground',
        'source-layer': 'earth',
        paint: { 'fill-color': land },
      },
    ],
    above: [],
  };
}
