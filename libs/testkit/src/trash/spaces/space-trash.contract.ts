import type { Contract } from '../../contract.js';
import { heldFeatureRules } from './held-features.rules.js';
import { reservedSpaceRules } from './reserved-space.rules.js';
import { removedFeatureRules } from './removed-features.rules.js';
import { removedSpaceRules } from './removed-space.rules.js';
import type { SpaceTrashPorts } from './space-trash-ports.js';

/** What stores promise of spaces and features that are deleted into the trash, and restored. */
export const spaceTrashContract = {
  ...removedFeatureRules,
  ...heldFeatureRules,
  ...removedSpaceRules,
  ...reservedSpaceRules,
} satisfies Contract<SpaceTrashPorts>;
