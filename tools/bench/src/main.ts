import { blocksTooLong, missesBar, type HubResult } from './hub/hub-result.js';
import type { MeasureHub } from './hub/hub-options.js';
import { measureBeside } from './hub/measure-beside.js';
import { measureClusters } from './hub/measure-clusters.js';
import { measureGrowth } from './hub/measure-growth.js';
import { measureImport } from './hub/measure-import.js';
import { measureMaps } from './hub/measure-maps.js';
import { measurePaging } from './hub/measure-paging.js';
import { measureTiles } from './hub/measure-tiles.js';
import { measureRendering } from './images/measure-rendering.js';
import { openBbox, openFeature } from './workloads/hub-reads.js';
import { openFiles } from './workloads/files.js';
import { openHotImage } from './workloads/hot-image.js';
import { openNotModified } from './workloads/not-modified.js';
import { openRecords } from './workloads/records.js';
import { openRenders } from './workloads/renders.js';
import { openSpaces } from './workloads/spaces.js';
import { openUploads } from './workloads/uploads.js';
import { openTiles, openUnchangedTiles } from './workloads/tiles.js';
import { withoutThresholds, type OpenWorkload } from './workloads/workload.js';
import { compare } from './comparison.js';
import { measureGrowths, type Growth } from './memory/growth.js';
import { hubSubjects, parseOptions, type HubSubject, type Options, type RateSubject } from './options.js';
import { hubTable, memoryTable, rateTable } from './table.js';
import { isMissed, resultsOf, type MeasuredResult } from './comparison-result.js';
import { isInMemory, BenchEnvironment } from './bench-environment.js';

const workloads: Readonly<Record<RateSubject, OpenWorkload>> = {
  uploads: openUploads,
  files: openFiles,
  'not-modified': openNotModified,
  records: openRecords,
  spaces: openSpaces,
  feature: openFeature,
  bbox: openBbox,
  tiles: openTiles,
  'unchanged-tiles': openUnchangedTiles,
  'hot-image': openHotImage,
  'render-jpeg': openRenders('jpeg'),
  'render-webp': openRenders('webp'),
  'render-avif': openRenders('avif'),
};

const hubMeasurements: Readonly<Record<HubSubject, MeasureHub>> = {
  rendering: measureRendering,
  'hub-import': measureImport,
  'hub-paging': measurePaging,
  'hub-growth': measureGrowth,
  'hub-beside': measureBeside,
  'hub-clusters': measureClusters,
  'hub-tiles': measureTiles,
  'hub-maps': measureMaps,
};

const EXIT_USAGE = 2;

const options = readOptions();
if (await isInMemory(options)) {
  process.stderr.write(
    'The data folder is in memory, where fsync costs nothing: name a folder on a disk with --dir.\n',
  );
}
const results: MeasuredResult[] = [];
const hubResults: HubResult[] = [];
let growths: readonly Growth[] = [];
for (const subject of options.only) {
  process.stderr.write(`${subject} …\n`);
  if (subject === 'memory') growths = await measureMemory();
  else if (isOneOf(hubSubjects, subject)) hubResults.push(...(await hubMeasurements[subject](options)));
  else results.push(...(await measureRates(workloads[subject], options)));
}
if (results.length > 0) print(rateTable(results), loadNote(results));
if (growths.length > 0) print(memoryTable(growths));
if (hubResults.length > 0) print(hubTable(hubResults));
const missed =
  results.some(isMissed) ||
  growths.some(({ isExceeded }) => isExceeded) ||
  hubResults.some((result) => missesBar(result) || blocksTooLong(result));
process.exitCode = missed ? 1 : 0;

function isOneOf<T extends string>(values: readonly T[], text: string): text is T {
  return values.some((value) => value === text);
}

async function measureMemory(): Promise<readonly Growth[]> {
  if (options.nodes === 1 && process.platform === 'linux') return await measureGrowths(options);
  const why = options.nodes > 1 ? 'it is measured on one node only' : 'it needs /proc, which only Linux has';
  process.stderr.write(`memory is not measured: ${why}.\n`);
  return [];
}

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(EXIT_USAGE);
  }
}

async function measureRates(openWorkload: OpenWorkload, given: Options): Promise<readonly MeasuredResult[]> {
  const environment = await BenchEnvironment.open(given);
  try {
    const opened = await openWorkload(environment);
    const workload = environment.hasThresholds ? opened : withoutThresholds(opened);
    const rounds = await compare(workload, given);
    const blockedMs = environment.longestBlockMs(rounds[0]?.startedAt ?? 0);
    return resultsOf(workload, rounds).map((result) => ({ ...result, blockedMs }));
  } finally {
    await environment.close();
  }
}

function loadNote(measured: readonly MeasuredResult[]): string {
  const most = Math.max(...measured.map(({ loadCpu }) => loadCpu));
  return `The load generator used at most ${Math.round(most * 100)} % of one core.`;
}

function print(...paragraphs: readonly string[]): void {
  process.stdout.write(`\n${paragraphs.join('\n\n')}\n`);
}
