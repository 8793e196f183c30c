import { parseArgs } from 'node:util';
import { markdownTable } from '@cairn/harness';
import { soakHot, type HotSoakResult } from './hot-soak.js';

/**
 * Cities, counties, countries and Antarctica answered from memory at once, read beside an import; then two minutes in
 * which nothing is asked. `--short` takes what is installed, and 20 s.
 */
const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const MIB = 1024 ** 2;
const { short: isShort } = values;

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const result = await soakHot({ isShort, idleMs: isShort ? 20_000 : 120_000, tell });
for (const line of result.logLines) tell(line);
const faults = [
  ...result.faults,
  ...(result.logLines.length === 0 ? [] : [`It has logged ${result.logLines.length} lines.`]),
].map((fault) => `WRONG ${fault}`);
process.stdout.write(`${[reportOf(result), ...faults].join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

function reportOf({ hot, read, bytes, cpuShare, busiest, logLines }: HotSoakResult): string {
  const mib = (value: number): string => (value / MIB).toFixed(1);
  return [
    markdownTable(
      ['space', 'features', 'MiB'],
      hot.spaces.map((space) => [space.id, space.featureCount.toLocaleString('en'), mib(space.sizeInBytes)]),
    ),
    '',
    `${mib(hot.sizeInBytes)} of ${mib(hot.budgetInBytes)} MiB are used for answers from memory.`,
    `${read.answers.toLocaleString('en')} answers beside the import, ${Math.round(read.perSecond)} a second, p50 ${read.p50Ms.toFixed(1)} ms, p99 ${read.p99Ms.toFixed(1)} ms.`,
    `${mib(bytes.before)} MiB of memory before, ${mib(bytes.during)} when the import was over, ${mib(bytes.after)} after the idle time.`,
    `${(100 * cpuShare).toFixed(1)} % of a core in its second half: ${busiest.join(', ')}; ${logLines.length} lines of log.`,
  ].join('\n');
}
