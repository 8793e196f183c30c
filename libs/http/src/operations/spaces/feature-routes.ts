import { MemoryShares, Queues } from '@cairn/kernel';
import { BodyMemory } from '../../bodies/body-memory.js';
import { LargeAnswers } from '../../limits/large-answers.js';
import { RequestSemaphore } from '../../limits/request-semaphore.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import { archiveHandlers } from '../../tiles/archive-handlers.js';
import { mapHandlers } from '../../tiles/map-handlers.js';
import { layerHandlers } from '../../maps/layer-handlers.js';
import { mapExportHandlers } from '../../maps/folder/export-handlers.js';
import { pictureHandlers } from '../../maps/picture-handler.js';
import { TileHandlers } from '../../tiles/tile-handlers.js';
import { TileSender } from '../../tiles/tile-sender.js';
import { fileImportHandlers } from '../../features/importing/file-imports.js';
import { FeatureImports } from '../../features/importing/feature-imports.js';
import { featureHandlers } from '../../features/reading/feature-handlers.js';
import { exportHandlers } from '../../features/reading/export-handlers.js';
import { searchHandlers } from '../../features/reading/search-handlers.js';
import { ShapingThreads } from '../../features/reading/shaping-threads.js';
import { spatialHandlers } from '../../features/reading/spatial-handlers.js';
import { statisticsHandlers } from '../../features/reading/statistics-handlers.js';
import { deleteHandlers } from '../../features/writing/delete-handlers.js';
import { singleHandlers } from '../../features/writing/single-handlers.js';
import { writeHandlers } from '../../features/writing/write-handlers.js';

/** Limits the memory of request bodies over all requests to this many of the largest. */
const BODIES_AT_ONCE = 8;
/** One account can send one such body, and leaves as much to another account. */
const LEAST_BODIES = 2;
/** One account can run at most two of them. They take turns when drawing tiles. */
const ARCHIVES_AT_ONCE = 4;
/** A slow client keeps its place as long as it likes: one account gets half of them. */
const MAP_EXPORTS_AT_ONCE = 4;

/** The handlers of the feature operations, by operation id. */
export function featureRoutes(services: HttpServices): OperationHandlers {
  const { limits, featureBodyInBytes: maxBytes, featuresPerWrite: maxFeatures } = services.settings;
  const options = { ...services, limits, maxBytes, maxFeatures };
  const { answerBytes } = limits;
  const memory = new BodyMemory(
    Math.min(maxBytes * BODIES_AT_ONCE, Math.max(maxBytes * LEAST_BODIES, answerBytes)),
  );
  const large = new LargeAnswers(answerBytes);
  const [queues, shares] = [services.application.get(Queues), services.application.get(MemoryShares)];
  queues.watch('large-answers', large);
  shares.watch('large-answers', () => large.memory);
  shares.watch('request-bodies', () => memory.memory);
  const { imports: atOnce, waitingUploads: waiting, stallMs: maxWaitMs } = limits;
  const waits = { waiting, maxWaitMs, share: 'spare' } as const;
  const permits = new RequestSemaphore({ what: 'imports', atOnce, ...waits });
  queues.watch('imports', permits);
  const imports = new FeatureImports({ ...options, permits });
  const sender = new TileSender();
  const tiles = new TileHandlers({ ...options, sender });
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
    ...layerHandlers({ ...options, sender, threads, large }),
    ...mapExportHandlers({
      ...options,
      threads,
      large,
      permits: new RequestSemaphore({ what: 'map exports', atOnce: MAP_EXPORTS_AT_ONCE, ...waits }),
    }),
    ...pictureHandlers(options),
    ...spatialHandlers({ ...options, memory, threads, large }),
    ...statisticsHandlers(options),
    ...exportHandlers({ ...options, threads, large }),
    ...writeHandlers({ ...options, memory, imports }),
    ...fileImportHandlers({ ...options, permits, maxBytes: services.settings.importFileInBytes }),
    ...singleHandlers({ ...options, memory }),
    ...deleteHandlers(options),
  };
}
