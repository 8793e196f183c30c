import { openFiles } from './workloads/files.js';
import { openNotModified } from './workloads/not-modified.js';
import { openRecords } from './workloads/records.js';
import { openSpaces } from './workloads/spaces.js';
import { openUploads } from './workloads/uploads.js';
import { withoutThresholds, type OpenWorkload } from './workloads/workload.js';
import { compare } from './comparison.js';
import { measureGrowths, type Growth } from './memory/growth.js';
import { parseOptions, type Options, type Subject } from './options.js';
import { memoryTable, rateTable } from './table.js';
import { isMissed, resultsOf, type MeasuredResult } from './comparison-result.js';
import { isInMemory, BenchEnvironment } from './bench-environment.js';

const workloads: Readonly<Record<Exclude<Subject, 'memory'>, OpenWorkload>> = {
  uploads: openUploads,
  files: openFiles,
  'not-modified': openNotModified,
  records: openRecords,
  spaces: openSpaces,
};

const EXIT_USAGE = 2;

const options = readOptions();
if (await isInMemory(options)) {
  process.stderr.write(
    'The data folder is in memory, where fsync costs nothing: name a folder on a disk with --dir.\n',
  );
}
const results: MeasuredResult[] = [];
let growths: readonly Growth[] = [];
for (const subject of options.only) {
  process.stderr.write(`${subject} …\n`);
  if (subject !== 'memory') results.push(...(await measureRates(workloads[subject], options)));
  else if (options.nodes > 1)
    process.stderr.write('memory is not measured: it is measured on one node only.\n');
  else if (process.platform === 'linux') growths = await measureGrowths(options);
  else process.stderr.write('memory is not measured: it needs /proc, which only Linux has.\n');
}
if (results.length > 0) print(rateTable(results), loadNote(results));
if (growths.length > 0) print(memoryTable(growths));
const missed = results.some(isMissed) || growths.some(({ isExceeded }) => isExceeded);
process.exitCode = missed ? 1 : 0;

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
