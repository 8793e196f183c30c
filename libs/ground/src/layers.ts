import { landLayers } from './land.js';
import type { GroundLayer, GroundLook } from './layer.js';
import { nameLayers } from './names.js';

/** The layers of the ground, in the order in which they are drawn. A map's data stands between the parts. */
export interface GroundParts {
  /** Water, land, rivers, borders. */
  readonly below: readonly GroundLayer[];
  /** Names. */
  readonly above: readonly GroundLayer[];
}

/** The layers of the ground for a style that has the source `GROUND_SOURCE`. Their ids begin with `ground-`. */
export const groundLayers = (look: GroundLook): GroundParts => ({
  below: landLayers(look.theme),
  above: nameLayers(look),
});
