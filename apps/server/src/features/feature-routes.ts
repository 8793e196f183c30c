import type { Application } from '@cairn/composition';
import type { Logger } from 'pino';
import { BodyMemory } from '../http/body/body-memory.js';
import type { Limits } from '../http/limits/limits.js';
import { Permits } from '../http/limits/permits.js';
import type { OperationHandler } from '../http/routing/request-router.js';
import type { HubCallers } from '../spaces/hub-callers.js';
import { TileHandlers } from '../tiles/tile-handlers.js';
import { FeatureImports } from './importing/feature-imports.js';
import { featureHandlers } from './reading/feature-handlers.js';
import { exportHandlers } from './reading/export-handlers.js';
import { searchHandlers } from './reading/search-handlers.js';
import { spatialHandlers } from './reading/spatial-handlers.js';
import { statisticsHandlers } from './reading/statistics-handlers.js';
import { deleteHandlers } from './writing/delete-handlers.js';
import { singleHandlers } from './writing/single-handlers.js';
import { writeHandlers } from './writing/write-handlers.js';

/** So many bytes of bodies are held at once, over all requests: as many as of a few of the largest. */
const BODIES_AT_ONCE = 8;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  /** Of the body of a write, decompressed. */
  readonly maxBytes: number;
  readonly limits: Limits;
  readonly log: Logger;
}

/** The operations of features, by their ids. */
export function featureRoutes(options: Options): Readonly<Record<string, OperationHandler>> {
  const memory = new BodyMemory(options.maxBytes * BODIES_AT_ONCE);
  const { imports: atOnce, waitingUploads: waiting, stallMs: maxWaitMs } = options.limits;
  const imports = new FeatureImports({
    ...options,
    permits: new Permits({ what: 'imports', atOnce, waiting, maxWaitMs }),
  });
  const tiles = new TileHandlers(options);
  const searches = searchHandlers(options);
  return {
    ...featureHandlers(options),
    ...searches,
    getFeaturesInTile: tiles.hub(searches['getFeaturesInTile']),
    getTile: tiles.map,
    ...spatialHandlers({ ...options, memory }),
    ...statisticsHandlers(options),
    ...exportHandlers(options),
    ...writeHandlers({ ...options, memory, imports }),
    ...singleHandlers({ ...options, memory }),
    ...deleteHandlers(options),
  };
}
