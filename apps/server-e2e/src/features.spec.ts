import type { ServerProcess } from '@cairn/harness';
import { describe } from '@jest/globals';
import { declareAnalyses } from './features/analyses.js';
import { declareAreas } from './features/areas.js';
import { declareClients } from './features/clients.js';
import { declareEveryRead } from './features/every-read.js';
import { declareClusters } from './features/clusters.js';
import { declareExports } from './features/exports.js';
import { declareImports } from './features/imports.js';
import { Hub } from './features/hub.js';
import { declareMaps } from './features/maps.js';
import { declareReads } from './features/reads.js';
import { declareRecorded } from './features/recorded.js';
import { declareSingleWrites } from './features/single-writes.js';
import { declareTileArchives } from './features/tile-archives.js';
import { declareTiles } from './features/tiles.js';
import { declareWriteConditions } from './features/write-conditions.js';
import { declareWrites } from './features/writes.js';
import { onEveryStore } from './support/environments.js';

let server: ServerProcess;
let hub: Hub;

onEveryStore({
  use: (started) => {
    server = started;
    hub = new Hub(started);
  },
  declare: () => {
    describe('writing features', () => {
      declareWrites(() => hub);
      declareWriteConditions(() => hub);
    });
    describe('writing a feature', () => declareSingleWrites(() => hub));
    describe('reading features', () => {
      declareReads(() => hub);
      declareAreas(() => hub);
      declareEveryRead(() => hub);
      declareClusters(() => hub);
      declareAnalyses(() => hub);
    });
    describe('tiles', () => {
      declareTiles(() => hub);
      declareTileArchives(() => hub);
      declareMaps(() => hub);
    });
    describe('imports', () => declareImports(() => hub));
    describe('exports', () => declareExports(() => hub));
    describe('clients of XYZ Hub', () => {
      declareClients(() => hub);
      declareRecorded(() => server);
    });
  },
});
