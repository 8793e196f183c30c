import type { Application } from '@cairn/composition';
import type { Logger } from 'pino';
import type { Addresses } from '../http/addresses.js';
import { BodyMemory } from '../http/body/body-memory.js';
import type { Limits } from '../settings/limits.js';
import { LargeAnswers } from '../http/limits/large-answers.js';
import { RequestSemaphore } from '../http/limits/request-semaphore.js';
import type { OperationHandler } from '../http/operations/operation-handler.js';
import type { HubCallers } from '../spaces/hub-callers.js';
import { archiveHandlers } from '../tiles/archive-handlers.js';
import { mapHandlers } from '../tiles/map-handlers.js';
import { TileHandlers } from '../tiles/tile-handlers.js';
import { FeatureImports } from './importing/feature-imports.js';
import { featureHandlers } from './reading/feature-handlers.js';
import { exportHandlers } from './reading/export-handlers.js';
import { searchHandlers } from './reading/search-handlers.js';
import { ShapingThreads } from './reading/shaping-threads.js';
import { spatialHandlers } from './reading/spatial-handlers.js';
import { statisticsHandlers } from './reading/statistics-handlers.js';
import { deleteHandlers } from './writing/delete-handlers.js';
import { singleHandlers } from './writing/single-handlers.js';
import { writeHandlers } from './writing/write-handlers.js';

/** Limits the memory of request bodies over all requests to this many of the largest. */
const BODIES_AT_ONCE = 8;
/** One account can send one such body, and leaves as much to another account. */
const LEAST_BODIES = 2;
/** One account can run at most two of them. They take turns when drawing tiles. */
const ARCHIVES_AT_ONCE = 4;

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly addresses: Addresses;
  readonly hubCallers: HubCallers;
  /** Limits the decompressed body of a write. */
  readonly maxBytes: number;
  /** Limits the features of a write. */
  readonly maxFeatures: number;
  readonly limits: Limits;
  readonly log: Logger;
}

/** The handlers of the feature operations, by operation id. */
export function featureRoutes(options: Options): Readonly<Record<string, OperationHandler>> {
  const { answerBytes } = options.limits;
  const memory = new BodyMemory(
    Math.min(options.maxBytes * BODIES_AT_ONCE, Math.max(options.maxBytes * LEAST_BODIES, answerBytes)),
  );
  const large = new LargeAnswers(answerBytes);
  const { imports: atOnce, waitingUploads: waiting, stallMs: maxWaitMs } = options.limits;
  const waits = { waiting, maxWaitMs, share: 'spare' } as const;
  const imports = new FeatureImports({
    ...options,
    permits: new RequestSemaphore({ what: 'imports', atOnce, ...waits }),
  });
  const tiles = new TileHandlers(options);
  const threads = new ShapingThreads();
  const searches = searchHandlers({ ...options, threads, large });
  return {
    ...featureHandlers({ ...options, threads, large }),
    ...searches,
    getFeaturesInTile: tiles.hub(searches['getFeaturesInTile']),
    getTile: tiles.map,
    ...archiveHandlers({
      ...options,
      permits: new RequestSemaphore({ what: 'tile archives', atOnce: ARCHIVES_AT_ONCE, ...waits }),
    }),
    ...mapHandlers(options),
    ...spatialHandlers({ ...options, memory, threads, large }),
    ...statisticsHandlers(options),
    ...exportHandlers({ ...options, threads, large }),
    ...writeHandlers({ ...options, memory, imports }),
    ...singleHandlers({ ...options, memory }),
    ...deleteHandlers(options),
  };
}
