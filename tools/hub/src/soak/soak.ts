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
/** Work that was begun may end, such as copies of the largest features; what has not ended then never will. */
const REST_WITHIN_MS = 15 * 60_000;
const SETTLED_MS = 5_000;
/** Threads that are not needed any more have ended then. */
const GIVEN_BACK_MS = 60_000;

export interface SoakResult {
  readonly reports: readonly SourceReport[];
  readonly drawn: readonly DrawnTiles[];
  readonly residentBefore: number;
  /** A minute after it came to rest. */
  readonly residentBytes: number;
  readonly rest: Rest;
  readonly logLines: readonly string[];
  readonly faults: readonly string[];
}

interface SoakOptions {
  /** Of a zoom and source. */
  readonly mostTiles: number;
  /** Whether to leave out what takes a minute: the memory once threads have ended. */
  readonly isShort: boolean;
  readonly tell: (line: string) => void;
}

/** Sends all sources to a server on SQLite and a disk, waits until it rests, and asks for tiles of what it took. */
export async function soak(
  sources: readonly Source[],
  { mostTiles, isShort, tell }: SoakOptions,
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
    if (!isShort) await setTimeout(GIVEN_BACK_MS);
    const { residentBytes } = loadOf(server.pid);
    const drawn: DrawnTiles[] = [];
    for (const [index, { kind, name }] of reports.entries()) {
      if (kind === 'images') continue;
      const tiles = await drawTilesOf(server, { id: `soak-${index}`, most: mostTiles });
      tell(`${name}: ${tiles.tiles} tiles of ${tiles.features} features, ${tiles.faults.length} wrong`);
      drawn.push(tiles);
    }
    const growth = residentBytes - residentBefore;
    const faults = [
      ...reports.flatMap((report) => report.faults),
      ...(rest.cpuShare < MAX_CPU_SHARE ? [] : [`It uses ${(100 * rest.cpuShare).toFixed(1)} % of a core.`]),
      ...(isShort || growth < MAX_GROWTH_BYTES
        ? []
        : [`It has grown by ${Math.round(growth / 1024 ** 2)} MiB.`]),
      ...jobs,
      ...drawn.flatMap((tiles) => tiles.faults),
    ];
    const logLines = server
      .output()
      .split('\n')
      .slice(linesBefore)
      .filter((line) => line !== '');
    return { reports, drawn, residentBefore, residentBytes, rest, logLines, faults };
  } finally {
    await server.dispose();
    await rm(work, { recursive: true, force: true });
  }
}
