import { openFiles } from './workloads/files.js';
import { openNotModified } from './workloads/not-modified.js';
import { openRecords } from './workloads/records.js';
import { openSpaces } from './workloads/spaces.js';
import { openUploads } from './workloads/uploads.js';
import { withoutBars, type OpenWorkload } from './workloads/workload.js';
import { compare } from './comparison.js';
import { measureGrowths, type Growth } from './memory/growth.js';
import { parseOptions, type Options, type Subject } from './options.js';
import { memoryTable, rateTable } from './table.js';
import { isMissed, verdictsOf, type Verdict } from './verdict.js';
import { isInMemory, Workbench } from './workbench.js';

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
    'The data lies in memory: name a folder on a disk with --dir, or fsync costs nothing.\n',
  );
}
const verdicts: Verdict[] = [];
let growths: readonly Growth[] = [];
for (const subject of options.only) {
  process.stderr.write(`${subject} …\n`);
  if (subject !== 'memory') verdicts.push(...(await measureRates(workloads[subject], options)));
  else if (options.nodes > 1) process.stderr.write('memory is not measured: it is what one node takes.\n');
  else if (process.platform === 'linux') growths = await measureGrowths(options);
  else process.stderr.write('memory is not measured: only Linux tells it, in /proc.\n');
}
if (verdicts.length > 0) print(rateTable(verdicts), loadNote(verdicts));
if (growths.length > 0) print(memoryTable(growths));
const missed = verdicts.some(isMissed) || growths.some(({ isTooMuch }) => isTooMuch);
process.exitCode = missed ? 1 : 0;

function readOptions(): Options {
  try {
    return parseOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(EXIT_USAGE);
  }
}

async function measureRates(openContest: OpenWorkload, given: Options): Promise<readonly Verdict[]> {
  const workbench = await Workbench.open(given);
  try {
    const opened = await openContest(workbench);
    const workload = workbench.hasBars ? opened : withoutBars(opened);
    return verdictsOf(workload, await compare(workload, given));
  } finally {
    await workbench.close();
  }
}

function loadNote(measured: readonly Verdict[]): string {
  const most = Math.max(...measured.map(({ loadCpu }) => loadCpu));
  return `The load itself took at most ${Math.round(most * 100)} % of one core.`;
}

function print(...paragraphs: readonly string[]): void {
  process.stdout.write(`\n${paragraphs.join('\n\n')}\n`);
}
