import { measureBeside } from './hub/measure-beside.js';
import { measureImport } from './hub/measure-import.js';
import { measurePaging } from './hub/measure-paging.js';
import { openBbox, openFeature, openSpaces } from './hub/spaces.js';
import { measureTiles, openTiles, openUnchangedTiles } from './hub/tiles.js';
import {
  openFiles,
  openHiddenFiles,
  openHotImage,
  openNotModified,
  openRecords,
  openUploads,
} from './images/images.js';
import { measureLookAlikes } from './images/look-alikes.js';
import { measureMetrics } from './images/measure-metrics.js';
import { measureMemory } from './images/memory.js';
import { measureMaps } from './maps/measure-maps.js';
import { measurePhotos } from './photos/measure-photos.js';
import { measureRush } from './rush/measure-rush.js';
import { measureSearches } from './searches/measure-searches.js';
import { isInMemory, type Measure } from './bench-environment.js';
import { rates } from './compare.js';
import { parseOptions, type Options } from './options.js';
import { isMissed, tableOf, type Result } from './result.js';

/** Everything that can be measured, in the order of the table. */
const measurements: Readonly<Record<string, Measure>> = {
  uploads: rates(openUploads),
  files: rates(openFiles),
  'hidden-files': rates(openHiddenFiles()),
  'hidden-files-uncached': rates(openHiddenFiles('0')),
  'not-modified': rates(openNotModified),
  records: rates(openRecords),
  spaces: rates(openSpaces),
  feature: rates(openFeature),
  bbox: rates(openBbox),
  tiles: rates(openTiles),
  'unchanged-tiles': rates(openUnchangedTiles),
  'hot-image': rates(openHotImage),
  metrics: measureMetrics,
  memory: measureMemory,
  'look-alikes': measureLookAlikes,
  photos: measurePhotos,
  'hub-import': measureImport,
  'hub-paging': measurePaging,
  'hub-beside': measureBeside,
  'hub-tiles': measureTiles,
  searches: measureSearches,
  maps: measureMaps,
  rush: measureRush,
};

const EXIT_USAGE = 2;

const options = readOptions();
if (await isInMemory(options))
  process.stderr.write(
    'The data folder is in memory, where fsync costs nothing: name a folder on a disk with --dir.\n',
  );
const results: Result[] = [];
for (const subject of options.only) {
  process.stderr.write(`${subject} …\n`);
  results.push(...((await measurements[subject]?.(options)) ?? []));
}
process.stdout.write(`\n${tableOf(results)}\n`);
process.exitCode = results.some(isMissed) ? 1 : 0;

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2), Object.keys(measurements));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(EXIT_USAGE);
  }
}
