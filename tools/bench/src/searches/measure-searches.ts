import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { percentile, untilHot } from '@cairn/harness';
import { ANONYMOUS } from '@cairn/spaces';
import {
  BenchEnvironment,
  type Cairn,
  type Measure,
  NOT_HOT,
  type ProgramResult,
} from '../bench-environment.js';
import { compareImports, ogr2ogr } from '../hub/measure-import.js';
import { SPACE } from '../hub/requests.js';
import { RequestBytes } from '../load/http-request.js';
import type { Options } from '../options.js';
import type { Result } from '../result.js';
import { aimsOf } from './aims.js';
import { openBarePostgres, openBareSqlite } from './bare-sql.js';
import { type City, linesOf, readCities, resized } from './cities.js';
import { heat } from './heating.js';
import { measureMixed } from './mixed-load.js';
import { openPeers } from './peers.js';
import { type Place, placesAt } from './places.js';
import { OTHER_SPACE, Rounds, tableOfRounds } from './rounds.js';
import { COLD, COMPRESSED, HOT, httpSubject, type Paths, questions, type Subject } from './subjects.js';

const CLIENTS = [1, 8, 32];
const FEW = 1_000;
const MANY = 2_000_000;
const FEW_SPACE = 'few';
const MEASURE_MS = 1_000;
const SHORT_MS = 250;
const FIRST_ANSWERS = 10;
/** In MiB: the most that answers from memory may take. */
const MAX_MEMORY = { cities: 100, many: 600 };
/** In MiB: 2,000,000 features fit, twice while they are renewed. */
const ROOM_FOR_MANY = '1300';
/** As browsers send it. */
const COMPRESSING = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
/** Of the reads alone. */
const LEAST_BESIDE_WRITES = { here: 0.7, elsewhere: 0.9 };
const IMPORT_BARS = { 'sqlite+disk': 0.6, 'postgres+s3': 0.4 };

const pathsOf = (space: string): Paths => {
  const hub = `/hub/spaces/${space}`;
  const box = ([west, south, east, north]: Place['box']): string =>
    `${hub}/bbox?west=${west}&south=${south}&east=${east}&north=${north}`;
  const around = ({ latitude, longitude }: City): string => `${hub}/spatial?lat=${latitude}&lon=${longitude}`;
  return {
    'empty answer': () => '/livez',
    'by id': ({ city }) => `${hub}/features/${city.id}`,
    'box, limit=100': (place) => `${box(place.box)}&limit=100`,
    'box, limit=1000': (place) => `${box(place.largeBox)}&limit=1000`,
    '10 nearest': ({ city }) => `${around(city)}&nearest=10`,
    'within 20 km, limit=100': ({ city, radiusInMeters }) =>
      `${around(city)}&radius=${radiusInMeters.toFixed(1)}&limit=100`,
    'property, limit=10': ({ city }) => `${hub}/search?p.country=${city.country}&limit=10`,
  };
};

/** Small searches among the cities of the world, beside bare SQL, other programs, fewer and more cities. */
export const measureSearches: Measure = async (options) => {
  const cities = await readCities();
  const write = (environment: BenchEnvironment): Promise<string> => writeCities(environment, cities);
  const imports = options.short
    ? []
    : await compareImports(options, {
        name: 'import of the cities',
        features: cities.length,
        write,
        baselines: [ogr2ogr(IMPORT_BARS)],
      });
  const searches = await BenchEnvironment.use(options, async (environment) => {
    const imported = await environment.importLines(await write(environment));
    return await BenchEnvironment.use(options, async (other) => {
      await other.importLines(await write(other));
      const given = { options, cities, imported, cold: other };
      if (options.short) return await measure(environment, given);
      return await BenchEnvironment.use(options, async (large) =>
        measure(environment, { ...given, many: await openMany(large, cities) }),
      );
    });
  });
  return [...imports, ...searches];
};

interface Given {
  readonly options: Options;
  readonly cities: readonly City[];
  readonly imported: ProgramResult;
  /** With the same cities, for a server that keeps none in memory. */
  readonly cold: BenchEnvironment;
  readonly many?: Many;
}

interface Many {
  readonly subject: Subject;
  readonly imported: ProgramResult;
  readonly memory: readonly Result[];
}

const nameOf = (count: number): string => `Cairn, ${count.toLocaleString('en')}`;

/** In stores of their own. */
async function openMany(environment: BenchEnvironment, cities: readonly City[]): Promise<Many> {
  const many = resized(cities, MANY);
  const imported = await environment.importLines(await writeCities(environment, many));
  const places = placesAt(many, placesAt(cities));
  const server = await environment.startCairn({ CAIRN_HOT_SPACES: ROOM_FOR_MANY });
  const name = nameOf(MANY);
  const memory = await heat(environment, { server, space: SPACE, name, maxMebibytes: MAX_MEMORY.many });
  const subject = cairnSubject(environment, { server, places, space: SPACE, name, clients: [1] });
  return { subject, imported, memory };
}

async function measure(environment: BenchEnvironment, given: Given): Promise<readonly Result[]> {
  const { options, cities, imported, cold, many } = given;
  const few = resized(cities, FEW);
  await environment.importLines(await writeCities(environment, few), FEW_SPACE);
  const places = placesAt(cities);
  const first = options.short ? [] : await firstAnswers(environment, places);
  const server = await environment.startCairn();
  const coldServer = await cold.startCairn(NOT_HOT);
  for (const { server: each } of [server, coldServer])
    await each.json('POST', '/hub/spaces', { id: OTHER_SPACE, title: 'Other', owner: ANONYMOUS });
  const held = { server, space: SPACE, name: 'the cities', maxMebibytes: MAX_MEMORY.cities };
  const memory = await heat(environment, held);
  await untilHot(server.server, [FEW_SPACE]);
  const cairn = cairnSubject(environment, { server, places, space: SPACE, name: HOT, clients: CLIENTS });
  const others = { places, space: SPACE, clients: CLIENTS };
  const coldCairn = cairnSubject(cold, { ...others, server: coldServer, name: COLD });
  const fewPlaces = placesAt(few, places);
  const small = { server, places: fewPlaces, space: FEW_SPACE, name: nameOf(FEW), clients: [1] };
  const subjects = [
    cairn,
    coldCairn,
    cairnSubject(environment, { ...others, server, name: COMPRESSED, headers: COMPRESSING }),
    await openBare(environment, places),
    ...(await openPeers({
      folder: environment.folder,
      cities,
      places,
      clients: CLIENTS,
      onClose: (close) => environment.onClose(close),
    })),
    cairnSubject(environment, small),
    ...(many === undefined ? [] : [many.subject]),
  ];
  const durationMs = options.short ? SHORT_MS : MEASURE_MS;
  if (!options.short) await new Rounds(subjects, durationMs).next(); // V8 is still compiling
  const rounds = new Rounds(subjects, durationMs);
  while (rounds.count < options.rounds) await rounds.next();
  const beside: Result[] = [];
  if (!options.short) {
    const asked = { of: options.rounds };
    beside.push(...(await rounds.beside(cairn, { ...asked, environment, server })));
    beside.push(...(await rounds.beside(coldCairn, { ...asked, environment: cold, server: coldServer })));
  }
  const { here, elsewhere } = LEAST_BESIDE_WRITES;
  const mixed = await measureMixed({
    server,
    places,
    paths: pathsOf(SPACE),
    rounds: options.rounds,
    durationMs,
    into: [
      { space: OTHER_SPACE, atLeast: elsewhere, name: 'elsewhere' },
      { space: SPACE, atLeast: here, name: 'there' },
    ],
  });
  process.stdout.write(`\n${tableOfRounds(rounds, CLIENTS)}\n`);
  for (const line of first) process.stdout.write(`${line}\n`);
  const growth = many && {
    name: many.subject.name,
    importMs: {
      cairn: (many.imported.durationMs / MANY) * 1_000,
      baseline: (imported.durationMs / cities.length) * 1_000,
    },
  };
  const aims = aimsOf(rounds, { stores: options.stores, growth });
  return [...aims, ...beside, ...mixed, ...memory, ...(many?.memory ?? [])];
}

interface Asked extends Pick<Subject, 'name' | 'clients'> {
  readonly server: Cairn;
  readonly places: readonly Place[];
  readonly space: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function cairnSubject(
  environment: BenchEnvironment,
  { server, space, headers = {}, ...asked }: Asked,
): Subject {
  const pids = [server.server.pid, ...environment.databasePids];
  const encode = (path: string): RequestBytes => new RequestBytes({ method: 'GET', path, headers });
  return httpSubject({ ...asked, port: server.ports[0] ?? 0, pids, paths: pathsOf(space), encode });
}

async function openBare(environment: BenchEnvironment, places: readonly Place[]): Promise<Subject> {
  const { databaseUrl, databasePids: pids, folder } = environment;
  const given = { space: SPACE, places, clients: CLIENTS, pids };
  if (databaseUrl === undefined) return await openBareSqlite(folder, given);
  const { subject, close } = await openBarePostgres(databaseUrl, given);
  environment.onClose(close);
  return subject;
}

/** The first answers of a server that has just begun; the files are in the memory of the operating system. */
async function firstAnswers(
  environment: BenchEnvironment,
  places: readonly Place[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  const paths = pathsOf(SPACE);
  for (const question of questions) {
    const { server } = await environment.startCairn();
    const durations: number[] = [];
    for (const place of places.slice(0, FIRST_ANSWERS)) {
      const startedAt = performance.now();
      await (await server.fetch(paths[question]?.(place) ?? '', { key: null })).arrayBuffer();
      durations.push(performance.now() - startedAt);
    }
    await server.end('SIGTERM');
    const [first = Number.NaN, ...others] = durations;
    lines.push(
      `a new server: ${question}: first ${first.toFixed(1)} ms, then ${percentile(others, 50).toFixed(1)} ms (p50)`,
    );
  }
  return lines;
}

async function writeCities(environment: BenchEnvironment, cities: readonly City[]): Promise<string> {
  const file = join(environment.folder, `cities-${cities.length}.ndjson`);
  await writeFile(file, linesOf(cities));
  return file;
}
