import { parseArgs } from 'node:util';
import { markdownTable } from '@cairn/harness';
import { importMade, type ImportedFile } from './import-made.js';
import { madeCsv, madeTrack, madeWaypoints } from './made-files.js';

/**
 * Imports large files that are made for it, each through a server of its own, and prints what that took. `--short` makes
 * a hundredth of each.
 */
const { values } = parseArgs({ options: { short: { type: 'boolean', default: false } } });
const MIB = 1024 ** 2;
const MOST_GROWTH_MIB = 400;
const share = values.short ? 100 : 1;

const files = [
  madeCsv('CSV of 200 MB', 500_000 / share, 325),
  madeCsv('CSV of 1,000,000 rows', 1_000_000 / share, 20),
  madeTrack(100_000 / share),
  madeWaypoints(100_000 / share),
];
const results = await importMade(files, (line) => void process.stderr.write(`${line}\n`));
const faults = results.flatMap((result) => [...result.faults, ...grown(result)]);
process.stdout.write(`${tableOf(results)}\n${faults.map((fault) => `WRONG ${fault}\n`).join('')}`);
process.exitCode = faults.length === 0 ? 0 : 1;

function grown({ title, serverBytes, idleBytes }: ImportedFile): readonly string[] {
  const growth = Math.round((serverBytes - idleBytes) / MIB);
  return growth <= MOST_GROWTH_MIB ? [] : [`${title}: the server grew by ${growth} MiB.`];
}

function tableOf(imported: readonly ImportedFile[]): string {
  return markdownTable(
    [
      ...['file', 'MB', 'seconds', 'features/s', 'lines of progress', 'server MiB, idle and most'],
      ...['children MiB', 'blocked ms', 'ping ms, median, p99, most'],
    ],
    imported.map(rowOf),
  );
}

function rowOf(file: ImportedFile): readonly string[] {
  const { title, sizeInBytes, seconds, features, progress, pingMs, blockedMs } = file;
  const mib = (bytes: number): string => Math.round(bytes / MIB).toLocaleString('en');
  return [
    title,
    (sizeInBytes / 1e6).toFixed(1),
    seconds.toFixed(1),
    Math.round(features / seconds).toLocaleString('en'),
    progress.toLocaleString('en'),
    `${mib(file.idleBytes)} – ${mib(file.serverBytes)}`,
    mib(file.childrenBytes),
    blockedMs === 0 ? '< 5' : String(blockedMs),
    [pingMs.median, pingMs.p99, pingMs.most].map((ms) => ms.toFixed(1)).join(' / '),
  ];
}
