import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { LARGE_FEATURES, ServerProcess } from '@cairn/harness';
import { type DrawnTiles, drawTilesOf } from './drawn-tiles.js';
import { type SourceReport, sendSource } from './import-source.js';
import { loadOf } from './process-load.js';
import { comeToRest, jobFaults, type Rest } from './rest.js';
import type { Source } from './sources.js';

const MAX_CPU_SHARE = 0.02;
const MAX_GROWTH_BYTES = 150 * 1024 ** 2;
const REST_WITHIN_MS = 60_000;
const SETTLED_MS = 5_000;

export interface SoakResult {
  readonly reports: readonly SourceReport[];
  readonly drawn: readonly DrawnTiles[];
  readonly residentBefore: number;
  readonly rest: Rest;
  readonly logLines: readonly string[];
  readonly faults: readonly string[];
}

/** Sends all sources to a server on SQLite and a disk, waits until it rests, and asks for tiles of what it took. */
export async function soak(
  sources: readonly Source[],
  { mostTiles, tell }: { readonly mostTiles: number; readonly tell: (line: string) => void },
): Promise<SoakResult> {
  const work = await mkdtemp(join(tmpdir(), 'cairn-soak-'));
  const server = await ServerProcess.start({
    env: {
      ...LARGE_FEATURES,
      ...{
        CAIRN_RATE_UPLOADS: '0',
        CAIRN_RATE_REQUESTS: '0',
        CAIRN_IMAGE_QUOTA: '1000000',
        CAIRN_LOG_LEVEL: 'warn',
      },
    },
  });
  try {
    await setTimeout(SETTLED_MS);
    const { residentBytes: residentBefore } = loadOf(server.pid);
    const linesBefore = server.output().split('\n').length;
    const reports: SourceReport[] = [];
    for (const [index, source] of sources.entries()) {
      const report = await sendSource(server, source, { id: `soak-${index}`, work });
      reports.push(report);
      tell(
        `${report.name}: ${report.accepted} accepted, ${report.refused} refused in ${report.seconds.toFixed(1)} s`,
      );
    }
    const rest = await comeToRest(server, { share: MAX_CPU_SHARE, withinMs: REST_WITHIN_MS });
    tell(`${(100 * rest.cpuShare).toFixed(1)} % of a core after ${rest.afterSeconds.toFixed(0)} s`);
    const jobs = await jobFaults(server);
    const drawn: DrawnTiles[] = [];
    for (const [index, { kind, name }] of reports.entries()) {
      if (kind === 'images') continue;
      const tiles = await drawTilesOf(server, { id: `soak-${index}`, most: mostTiles });
      tell(`${name}: ${tiles.tiles} tiles of ${tiles.features} features, ${tiles.faults.length} wrong`);
      drawn.push(tiles);
    }
    const growth = rest.residentBytes - residentBefore;
    const faults = [
      ...reports.flatMap((report) => report.faults),
      ...(rest.cpuShare < MAX_CPU_SHARE ? [] : [`It uses ${(100 * rest.cpuShare).toFixed(1)} % of a core.`]),
      ...(growth < MAX_GROWTH_BYTES ? [] : [`It has grown by ${Math.round(growth / 1024 ** 2)} MiB.`]),
      ...jobs,
      ...drawn.flatMap((tiles) => tiles.faults),
    ];
    const logLines = server
      .output()
      .split('\n')
      .slice(linesBefore)
      .filter((line) => line !== '');
    return { reports, drawn, residentBefore, rest, logLines, faults };
  } finally {
    await server.dispose();
    await rm(work, { recursive: true, force: true });
  }
}
