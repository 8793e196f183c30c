import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { BenchEnvironment, type Measure, type ProgramResult } from '../bench-environment.js';
import { MAX_BLOCKED_MS } from '../compare.js';
import { isOnPath, type Options, type StorePair } from '../options.js';
import { resultOf, type Result } from '../result.js';

const OGR2OGR = 'ogr2ogr';

interface Baseline {
  /** What has to be installed. */
  readonly program?: string;
  readonly names: Readonly<Record<StorePair, string>>;
  /** The ratio that Cairn must reach. */
  readonly atLeast: Readonly<Record<StorePair, number>>;
  /** Gives milliseconds. */
  readonly run: (
    environment: BenchEnvironment,
    given: { readonly lines: string; readonly features: number },
  ) => Promise<number>;
}

const inserts: Baseline = {
  names: { 'sqlite+disk': 'prepared inserts and R*Tree', 'postgres+s3': 'COPY and indexes' },
  atLeast: { 'sqlite+disk': 0.6, 'postgres+s3': 0.5 },
  run: async (environment, { features }) => {
    const folder = await environment.makeFolder('fill');
    return (await environment.runProgram('fill', [folder, String(features)])).durationMs;
  },
};

export const ogr2ogr = (atLeast: Baseline['atLeast']): Baseline => ({
  program: OGR2OGR,
  names: { 'sqlite+disk': 'ogr2ogr to GeoPackage', 'postgres+s3': 'ogr2ogr to PostgreSQL' },
  atLeast,
  run: async (environment, { lines }) => {
    const { databaseUrl } = environment;
    const target =
      databaseUrl === undefined
        ? ['-f', 'GPKG', join(environment.folder, 'ogr2ogr.gpkg')]
        : ['-update', '-f', 'PostgreSQL', await withPostgis(databaseUrl), '-nln', 'imported'];
    const startedAt = performance.now();
    await promisify(execFile)(OGR2OGR, [...target, `GeoJSONSeq:${lines}`]);
    return performance.now() - startedAt;
  },
});

/** What is imported, and the ratios that Cairn must reach, in the order of the baselines. */
interface Import {
  readonly name: string;
  readonly features: number;
  readonly write: (environment: BenchEnvironment) => Promise<string>;
  readonly baselines: readonly Baseline[];
}

/** Importing features that are given one a line, compared with storing those that are ready, and with ogr2ogr. */
export const measureImport: Measure = async (options) => {
  const { features } = options;
  return await compareImports(options, {
    name: `import of ${features.toLocaleString('en')} features`,
    features,
    write: (environment) => environment.writeFeatures(features),
    baselines: [inserts, ogr2ogr({ 'sqlite+disk': 1, 'postgres+s3': 0.8 })],
  });
};

export async function compareImports(
  options: Options,
  { name, features, write, baselines: wanted }: Import,
): Promise<readonly Result[]> {
  const { stores } = options;
  const baselines = wanted.filter(({ program }) => program === undefined || isOnPath(program));
  if (baselines.length < wanted.length)
    process.stderr.write('Imports are not compared with ogr2ogr, which is not installed (gdal-bin).\n');
  if (baselines.length === 0) return [];
  const rounds: { readonly cairn: ProgramResult; readonly others: readonly number[] }[] = [];
  while (rounds.length < options.rounds)
    rounds.push(
      await BenchEnvironment.use(options, async (environment) => {
        const lines = await write(environment);
        const cairn = await environment.importLines(lines);
        const others: number[] = [];
        for (const { run } of baselines) others.push(await run(environment, { lines, features }));
        return { cairn, others };
      }),
    );
  const rate = (durationMs: number): number => (features / durationMs) * 1000;
  return baselines.map(({ names, atLeast }, index) =>
    resultOf(
      rounds.map(({ cairn, others }) => ({
        cairn: rate(cairn.durationMs),
        baseline: rate(others[index] ?? Number.NaN),
      })),
      {
        name,
        unit: 'per second',
        baseline: names[stores],
        bar: { atLeast: atLeast[stores] },
        blockedMs: Math.max(...rounds.map(({ cairn }) => cairn.blockedMs)),
        maxBlockedMs: MAX_BLOCKED_MS,
      },
    ),
  );
}

/** A data source of GDAL, which appends words of its own and so takes no URL. */
async function withPostgis(databaseUrl: string): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS postgis');
  await client.end();
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  return `PG:host=${hostname} port=${port} user=${username} dbname=${pathname.slice(1)}`;
}
