import { setTimeout } from 'node:timers/promises';
import { LARGE_FEATURES, loadOf, ServerProcess, UNLIMITED } from '@cairn/harness';
import { drawTilesOf, type DrawnTiles } from './drawn-tiles.js';
import { sendSource, type Source, type SourceReport } from './sources.js';

const MAX_CPU_SHARE = 0.02;
const MAX_GROWTH_BYTES = 150 * 1024 ** 2;
/** Work that was begun may end, such as copies of the largest features; what has not ended then never will. */
const REST_WITHIN_MS = 15 * 60_000;
/** How long a server may take to settle, and over what time the share of a core is measured. */
const LONG = { settledMs: 5_000, windowMs: 10_000 } as const;
const SHORT = { settledMs: 1_000, windowMs: 5_000 } as const;
/** Threads that are not needed any more have ended then. */
const GIVEN_BACK_MS = 60_000;

/** How a server comes to rest. */
export interface Rest {
  /** Of a core, over the last seconds. */
  readonly cpuShare: number;
  readonly afterSeconds: number;
}

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
  /** Whether to measure for less time, and to leave out what takes a minute: the memory once threads have ended. */
  readonly isShort: boolean;
  readonly tell: (line: string) => void;
}

/** Sends all sources to a server on SQLite and a disk, waits until it rests, and asks for tiles of what it took. */
export async function soak(
  sources: readonly Source[],
  { mostTiles, isShort, tell }: SoakOptions,
): Promise<SoakResult> {
  const server = await ServerProcess.start({
    env: { ...LARGE_FEATURES, ...UNLIMITED, CAIRN_LOG_LEVEL: 'warn' },
  });
  const { settledMs, windowMs } = isShort ? SHORT : LONG;
  try {
    await setTimeout(settledMs);
    const { residentBytes: residentBefore } = loadOf(server.pid);
    const linesBefore = server.output().split('\n').length;
    const reports: SourceReport[] = [];
    for (const [index, source] of sources.entries()) {
      const report = await sendSource(server, source, `soak-${index}`);
      reports.push(report);
      tell(
        `${report.name}: ${report.accepted} accepted, ${report.refused} refused in ${report.seconds.toFixed(1)} s`,
      );
    }
    const rest = await comeToRest(server, { share: MAX_CPU_SHARE, windowMs, withinMs: REST_WITHIN_MS });
    tell(`${(100 * rest.cpuShare).toFixed(1)} % of a core after ${rest.afterSeconds.toFixed(0)} s`);
    const jobs = await jobFaults(server);
    if (!isShort) await setTimeout(GIVEN_BACK_MS);
    const { residentBytes } = loadOf(server.pid);
    const drawn: DrawnTiles[] = [];
    for (const [index, { name }] of reports.entries()) {
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
  }
}

interface RestOptions {
  readonly share: number;
  readonly windowMs: number;
  readonly withinMs: number;
}

/** Resolves when a server and its processes take less than `share` of a core for `windowMs`, or after `withinMs`. */
export async function comeToRest(
  server: ServerProcess,
  { share, windowMs, withinMs }: RestOptions,
): Promise<Rest> {
  const from = performance.now();
  await beginJobs(server);
  for (;;) {
    const [before, startedAt] = [loadOf(server.pid).cpuMs, performance.now()];
    await setTimeout(windowMs);
    const { cpuMs } = loadOf(server.pid);
    const cpuShare = (cpuMs - before) / (performance.now() - startedAt);
    const afterMs = performance.now() - from;
    if (cpuShare < share || afterMs + windowMs > withinMs) return { cpuShare, afterSeconds: afterMs / 1000 };
  }
}

/** Has every job begin, which they do by themselves within an hour. */
async function beginJobs(server: ServerProcess): Promise<void> {
  const jobs = await server.json<readonly JobRecord[]>('GET', '/api/jobs');
  for (const { name } of jobs) await server.json('POST', `/api/jobs/${name}/retry`);
}

interface JobRecord {
  readonly name: string;
  readonly outcome: string | null;
  readonly error: string | null;
  readonly failureCount: number;
  readonly failures: readonly { readonly item: string; readonly reason: string; readonly attempts: number }[];
}

/** What is wrong with the jobs of a server, in words. */
export async function jobFaults(server: ServerProcess): Promise<readonly string[]> {
  const jobs = await server.json<readonly JobRecord[]>('GET', '/api/jobs');
  return jobs.flatMap(({ name, outcome, error, failureCount, failures }) => [
    ...(outcome === 'failed' ? [`${name} failed: ${error}`] : []),
    ...failures.map(({ item, reason, attempts }) => `${name} failed ${attempts} times at ${item}: ${reason}`),
    ...(failureCount > failures.length ? [`${name} failed at ${failureCount} items`] : []),
  ]);
}
