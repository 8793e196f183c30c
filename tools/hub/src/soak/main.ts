import { parseArgs } from 'node:util';
import { markdownTable } from '@cairn/harness';
import { soak, type SoakResult } from './soak.js';
import { installedSource, monsterSource, publicSources } from './sources.js';

/**
 * Sends a server the geodata that npm packages carry, and generated features that are hard to draw. Then it must rest, and
 * draw all that it took. `--short` takes what is installed. `--monsters 5000 --seed 1` says how many are generated, and which.
 * `--tiles 2000` requests so many tiles of a zoom and source at most.
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    monsters: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    tiles: { type: 'string', default: 'Infinity' },
  },
});
const REASONS = 3;
const MIB = 1024 ** 2;

const tell = (line: string): void => void process.stderr.write(`${line}\n`);
const { short: isShort } = values;
const found = isShort ? [await installedSource()] : await publicSources();
const monsters = monsterSource(Number(values.seed), { count: Number(values.monsters), huge: !isShort });
const result = await soak([...found, monsters], { mostTiles: Number(values.tiles), isShort, tell });
for (const line of result.logLines) tell(line);
const faults = result.faults.map((fault) => `WRONG ${fault}`);
process.stdout.write(`${[reportOf(result), ...faults].join('\n')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** A table in Markdown, with what the server took of the machine below it. */
function reportOf({ reports, drawn, residentBefore, residentBytes, rest, logLines }: SoakResult): string {
  const sum = (of: 'features' | 'offMap' | 'tiles' | 'skipped'): string =>
    drawn.reduce((total, each) => total + each[of], 0).toLocaleString('en');
  const [before, after] = [residentBefore, residentBytes].map((bytes) => Math.round(bytes / MIB));
  return [
    markdownTable(
      ['source', 'files', 'accepted', 'refused', 'why', 'seconds'],
      reports.map(({ name, parts, accepted, refused, reasons, seconds }) => [
        name,
        ...[parts, accepted, refused].map((count) => count.toLocaleString('en')),
        mostOf(reasons),
        seconds.toFixed(1),
      ]),
    ),
    '',
    `${(100 * rest.cpuShare).toFixed(1)} % of a core ${rest.afterSeconds.toFixed(0)} s after the last of them.`,
    `${before} MiB of memory before, ${after} MiB after; ${logLines.length} lines of log.`,
    `${sum('tiles')} tiles of ${sum('features')} features asked for, ${sum('skipped')} left out; ${sum('offMap')} features are off the map.`,
  ].join('\n');
}

function mostOf(reasons: ReadonlyMap<string, number>): string {
  return [...reasons]
    .sort(([, one], [, other]) => other - one)
    .slice(0, REASONS)
    .map(([reason, count]) => `${count} × ${reason.replaceAll('|', '/').replaceAll('\n', ' ')}`)
    .join('; ');
}
