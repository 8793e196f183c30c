import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import { archiveHandlers } from '../../tiles/archive-handlers.js';
import { mapHandlers } from '../../tiles/map-handlers.js';
import { layerHandlers } from '../../maps/layer-handlers.js';
import { mapExportHandlers } from '../../maps/folder/export-handlers.js';
import { pictureHandlers } from '../../maps/picture-handler.js';
import { TileHandlers } from '../../tiles/tile-handlers.js';
import { fileImportHandlers } from '../../features/importing/file-imports.js';
import { FeatureImports } from '../../features/importing/feature-imports.js';
import { featureHandlers } from '../../features/reading/feature-handlers.js';
import { exportHandlers } from '../../features/reading/export-handlers.js';
import { searchHandlers } from '../../features/reading/search-handlers.js';
import { spatialHandlers } from '../../features/reading/spatial-handlers.js';
import { statisticsHandlers } from '../../features/reading/statistics-handlers.js';
import { deleteHandlers } from '../../features/writing/delete-handlers.js';
import { singleHandlers } from '../../features/writing/single-handlers.js';
import { writeHandlers } from '../../features/writing/write-handlers.js';

/** The handlers of the feature operations, by operation id. */
export function featureRoutes(services: HttpServices): OperationHandlers {
  const { limits, featureBodyInBytes: maxBytes, featuresPerWrite: maxFeatures } = services.settings;
  const options = { ...services, limits, maxBytes, maxFeatures };
  const { bodies: memory, large, imports: permits, threads, tiles: sender } = services.capacity;
  const imports = new FeatureImports({ ...options, permits });
  const tiles = new TileHandlers({ ...options, sender });
  const searches = searchHandlers({ ...options, threads, large });
  return {
    ...featureHandlers({ ...options, threads, large }),
    ...searches,
    getFeaturesInTile: tiles.hub(searches['getFeaturesInTile']),
    getTile: tiles.map,
    ...archiveHandlers({ ...options, permits: services.capacity.tileArchives }),
    ...mapHandlers(options),
    ...layerHandlers({ ...options, sender, threads, large }),
    ...mapExportHandlers({
      ...options,
      threads,
      large,
      permits: services.capacity.mapExports,
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
