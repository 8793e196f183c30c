import { assertContext } from './context.js';
import { parseFeatureLimit, parseFilter } from './feature-criteria.js';
import type { HubParameters } from './hub-parameters.js';
import { parseShaping } from './shaping.js';

/** Readers of the parameters common to all searches, for `collectFaults`. */
export function searchReaders(parameters: HubParameters) {
  return {
    limit: () => parseFeatureLimit(parameters),
    filter: () => parseFilter(parameters),
    shaping: () => parseShaping(parameters),
    context: () => assertContext(parameters),
  };
}
