import { loadavg } from 'node:os';
import { join } from 'node:path';
import { openPostgres, openSqlite } from '@cairn/adapter-typeorm';
import { markdownTable, percentile } from '@cairn/harness';
import type { CatalogRepository } from '@cairn/images/spi';
import { BenchEnvironment, type Cairn, type Measure } from '../bench-environment.js';
import { timesOf } from '../images/look-alikes.js';
import { RequestBytes, RequestCycle, type RequestSource } from '../load/http-request.js';
import { run } from '../load/load.js';
import type { Options } from '../options.js';
import { resultOf, type Result } from '../result.js';
import { assertAsWritten, fillTables } from './fill-tables.js';
import { madePhotos } from './made-photos.js';
import { photoQuestions, type PhotoQuestion, type Reference } from './photo-questions.js';

const FEW = 3_000;
const MANY = 1_000_000;
/** What no p99 should be above. */
const AIM_MS = 50;
const MEASURE_MS = 1_000;
const SHORT_MS = 100;
const DESCRIBED = 300;
/** Photos whose hashes are asked for. */
const SOME = 3_000;
const QUOTA = 10_000_000;

interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A line of the table: the rounds of a question. */
interface Answered {
  readonly name: string;
  readonly reference: Reference | undefined;
  readonly rounds: Times[];
}

/** Photos by day, place, camera and hash, among so many that were made. */
export const measurePhotos: Measure = async (options) =>
  await BenchEnvironment.use(options, async (environment) => {
    const total = options.short ? FEW : options.photos;
    const at = { file: join(environment.folder, 'cairn', 'cairn.db'), url: environment.databaseUrl };
    const { server } = await environment.startCairn(); // makes the tables and the account
    await server.end('SIGTERM');
    const started = performance.now();
    const owner = await fillTables(at, total);
    if (options.short) await assertAsWritten(at);
    process.stderr.write(
      `${total} photos were made in ${Math.round((performance.now() - started) / 1_000)} s.\n`,
    );
    const cairn = await environment.startCairn();
    const answers = await askAll(cairn, photoQuestions(knownHashes(owner)), options);
    await cairn.server.end('SIGTERM');
    const store =
      at.url === undefined ? await openSqlite({ file: at.file }) : await openPostgres({ url: at.url });
    try {
      answers.push(await describeSome(store.repositories.catalog, { owner, from: total }));
    } finally {
      await store.close();
    }
    const kind = at.url !== undefined ? 'postgres' : total === MANY ? 'many' : 'few';
    process.stdout.write(
      `\n${tableOf(answers, kind)}\nload: ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}\n`,
    );
    return [slowest(answers)];
  });

/** Hashes of files as they were uploaded, of which some are there twice. */
function knownHashes(owner: string): readonly string[] {
  const photos = Array.from(madePhotos(owner, { from: 0, count: SOME }), ({ image }) => image);
  return photos.map(({ description, file }) => description?.uploadSha256 ?? file.sha256);
}

/** Round by round, so that other load on the machine affects all questions alike. */
async function askAll(
  { ports, authorization }: Cairn,
  questions: readonly PhotoQuestion[],
  { rounds, short }: Options,
): Promise<Answered[]> {
  const measureMs = short ? SHORT_MS : MEASURE_MS;
  const asked = questions.map((question) => ({
    request: requestOf(question, authorization),
    answered: { name: question.name, reference: question.reference, rounds: [] as Times[] },
  }));
  for (let round = 0; round < rounds; round += 1)
    for (const { request, answered } of asked) {
      const load = { ports, request, expectedStatus: 200, clients: 1 };
      const warmUpMs = round === 0 && !short ? measureMs : measureMs / 5;
      const { p50Ms, p99Ms } = await run({ ...load, warmUpMs, measureMs });
      answered.rounds.push({ p50Ms, p99Ms });
    }
  return asked.map(({ answered }) => answered);
}

function requestOf(
  { paths, bodies, headers }: PhotoQuestion,
  authorization: Readonly<Record<string, string>>,
): RequestSource {
  const all = { ...authorization, ...headers };
  return new RequestCycle(
    paths.map((path, index) => {
      const body = bodies?.[index];
      const sent = { path, headers: all };
      return new RequestBytes(
        body === undefined ? { ...sent, method: 'GET' } : { ...sent, method: 'POST', body: [body] },
      );
    }),
  );
}

/** Describes new photos one after the other, as the job does, each in a transaction. */
async function describeSome(
  catalog: Pick<CatalogRepository, 'add' | 'describe'>,
  { owner, from }: { readonly owner: string; readonly from: number },
): Promise<Answered> {
  const images = Array.from(madePhotos(owner, { from, count: DESCRIBED }), ({ image }) => image);
  for (const { description: _, ...image } of images) await catalog.add(image, QUOTA);
  const times = await timesOf(images, async (image) => {
    if (image.description !== undefined) await catalog.describe(image, image.description);
  });
  const reference = { few: '0.7', many: '1.8', postgres: '37' };
  return {
    name: 'a photo is described, and compared with all',
    reference,
    rounds: [{ p50Ms: percentile(times, 50), p99Ms: percentile(times, 99) }],
  };
}

/** The rounds with the shortest times: other load on the machine only makes them longer. */
function best({ rounds }: Answered): Times {
  const least = (of: (times: Times) => number): number => Math.min(...rounds.map(of));
  return { p50Ms: least(({ p50Ms }) => p50Ms), p99Ms: least(({ p99Ms }) => p99Ms) };
}

function tableOf(answers: readonly Answered[], kind: keyof Reference): string {
  return markdownTable(
    ['what', 'p50 / p99 ms', 'reference, bare SQL', 'aim'],
    answers.map((answered) => {
      const { p50Ms, p99Ms } = best(answered);
      return [
        answered.name,
        `${shortened(p50Ms)} / ${shortened(p99Ms)}`,
        answered.reference?.[kind] ?? NONE,
        p99Ms > AIM_MS ? 'missed' : '',
      ];
    }),
  );
}

/** Nothing was answered in time. */
const NONE = '–';

const shortened = (value: number): string => (Number.isNaN(value) ? NONE : value.toFixed(value < 10 ? 1 : 0));

function slowest(answers: readonly Answered[]): Result {
  const all = answers.map((answered) => ({ name: answered.name, ...best(answered) }));
  const { name, p50Ms, p99Ms } = all.reduce((one, other) => (other.p99Ms > one.p99Ms ? other : one));
  return resultOf([{ cairn: p99Ms, baseline: AIM_MS }], {
    name: `slowest p99 of all: ${name}`,
    unit: 'ms',
    baseline: 'the aim',
    bar: { atMost: 1 },
    latency: { p50Ms, p99Ms },
  });
}
