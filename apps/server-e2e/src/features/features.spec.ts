import type { ServerProcess } from '@cairn/harness';
import { describe } from '@jest/globals';
import { declareAnalyses } from './analyses.js';
import { declareAreas } from './areas.js';
import { declareClients } from './clients.js';
import { declareEveryRead } from './every-read.js';
import { declareClusters } from './clusters.js';
import { declareExports } from './exports.js';
import { declareFileTrials } from './file-trials.js';
import { declareImports } from './imports.js';
import { Hub } from './hub.js';
import { declareMaps } from './maps.js';
import { declareReads } from './reads.js';
import { declareRecorded } from './recorded.js';
import { declareSingleWrites } from './single-writes.js';
import { declareTileArchives } from './tile-archives.js';
import { declareTiles } from './tiles.js';
import { declareWriteConditions } from './write-conditions.js';
import { declareTexts } from './texts.js';
import { declareWrites } from './writes.js';
import { onEveryStore } from '../support/environments.js';

let server: ServerProcess;
let hub: Hub;

onEveryStore({
  use: (started) => {
    server = started;
    hub = new Hub(started);
  },
  declare: () => {
    describe('writing features', () => {
      declareTexts(() => hub);
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
    describe('imports of files', () => declareFileTrials(() => hub));
    describe('exports', () => declareExports(() => hub));
    describe('clients of XYZ Hub', () => {
      declareClients(() => hub);
      declareRecorded(() => server);
    });
  },
});
