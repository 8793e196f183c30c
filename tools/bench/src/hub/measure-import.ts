import { BenchEnvironment, type CommandResult } from '../bench-environment.js';
import type { Pair } from '../stores.js';
import { spreadOf } from '../statistics.js';
import type { HubOptions } from './hub-options.js';
import type { Bar, HubResult } from './hub-result.js';
import { hasOgr2ogr, importWithOgr2ogr } from './ogr2ogr.js';

interface Baseline {
  readonly name: string;
  readonly bar: Readonly<Record<Pair, Bar>>;
  readonly run: (environment: BenchEnvironment, given: Given) => Promise<number>;
}

interface Given {
  readonly lines: string;
  readonly features: number;
}

const fill: Baseline = {
  name: 'inserts alone',
  bar: { 'sqlite+disk': { atLeast: 0.6 }, 'postgres+s3': { atLeast: 0.5 } },
  run: async (environment, { features }) => {
    const folder = await environment.makeFolder('fill');
    return (await environment.runCommand('fill-command', [folder, String(features)])).durationMs;
  },
};

const ogr2ogr: Baseline = {
  name: 'ogr2ogr',
  bar: { 'sqlite+disk': { atLeast: 1 }, 'postgres+s3': { atLeast: 0.8 } },
  run: (environment, { lines }) => importWithOgr2ogr(environment, lines),
};

const names = {
  'sqlite+disk': { [fill.name]: 'prepared inserts and R*Tree', [ogr2ogr.name]: 'ogr2ogr to GeoPackage' },
  'postgres+s3': { [fill.name]: 'COPY and indexes', [ogr2ogr.name]: 'ogr2ogr to PostgreSQL' },
} as const;

/** One round: how long each took. */
interface Round {
  readonly cairn: CommandResult;
  readonly baselines: readonly number[];
}

/** Importing features that are given one a line, compared with storing those that are ready, and with ogr2ogr. */
export async function measureImport(options: HubOptions): Promise<readonly HubResult[]> {
  const baselines = [fill];
  if (hasOgr2ogr()) baselines.push(ogr2ogr);
  else process.stderr.write('Imports are not compared with ogr2ogr, which is not installed (gdal-bin).\n');
  const rounds: Round[] = [];
  while (rounds.length < options.rounds) rounds.push(await measureRound(options, baselines));
  const rate = (durationMs: number): number => (options.features / durationMs) * 1000;
  return baselines.map(({ name, bar }, index) => {
    const pairs = rounds.map(({ cairn, baselines: others }) => ({
      cairn: rate(cairn.durationMs),
      baseline: rate(others[index] ?? Number.NaN),
    }));
    return {
      name: `import of ${options.features.toLocaleString('en')} features`,
      unit: 'per second',
      cairn: spreadOf(pairs.map(({ cairn }) => cairn)),
      baseline: {
        name: names[options.stores][name] ?? name,
        value: spreadOf(pairs.map(({ baseline }) => baseline)),
      },
      ratio: spreadOf(pairs.map(({ cairn, baseline }) => cairn / baseline)),
      bar: bar[options.stores],
      blockedMs: Math.max(...rounds.map(({ cairn }) => cairn.blockedMs)),
    };
  });
}

async function measureRound(options: HubOptions, baselines: readonly Baseline[]): Promise<Round> {
  const environment = await BenchEnvironment.open(options);
  try {
    const { features } = options;
    const lines = await environment.writeFeatures(features);
    const cairn = await environment.importLines(lines);
    const durations: number[] = [];
    for (const { run } of baselines) durations.push(await run(environment, { lines, features }));
    return { cairn, baselines: durations };
  } finally {
    await environment.close();
  }
}
