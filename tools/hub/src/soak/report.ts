import type { SoakResult } from './soak.js';

const REASONS = 3;
const MIB = 1024 ** 2;

/** A table in Markdown, with what the server took of the machine below it. */
export function reportOf({
  reports,
  drawn,
  residentBefore,
  residentBytes,
  rest,
  logLines,
}: SoakResult): string {
  const rows = reports.map(({ name, files, accepted, refused, reasons, seconds }) => [
    name,
    ...[files, accepted, refused].map((count) => count.toLocaleString('en')),
    mostOf(reasons),
    seconds.toFixed(1),
  ]);
  const head = ['source', 'files', 'accepted', 'refused', 'why', 'seconds'];
  const sum = (of: 'features' | 'offMap' | 'tiles' | 'skipped'): string =>
    drawn.reduce((total, each) => total + each[of], 0).toLocaleString('en');
  return [
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `${(100 * rest.cpuShare).toFixed(1)} % of a core ${rest.afterSeconds.toFixed(0)} s after the last of them.`,
    `${Math.round(residentBefore / MIB)} MiB of memory before, ${Math.round(residentBytes / MIB)} MiB after; ${logLines.length} lines of log.`,
    `${sum('tiles')} tiles of ${sum('features')} features asked for, ${sum('skipped')} left out; ${sum('offMap')} features are off the map.`,
  ].join('\n');
}

const mostOf = (reasons: ReadonlyMap<string, number>): string =>
  [...reasons]
    .sort(([, one], [, other]) => other - one)
    .slice(0, REASONS)
    .map(([reason, count]) => `${count} × ${reason.replaceAll('|', '/').replaceAll('\n', ' ')}`)
    .join('; ');
