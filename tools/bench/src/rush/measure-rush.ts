import { setTimeout as pause } from 'node:timers/promises';
import { loadOf, percentile, residentBytesOf, threadLoadsOf, type ServerProcess } from '@cairn/harness';
import { BenchEnvironment, type Measure } from '../bench-environment.js';
import { photo } from '../images/photo.js';
import { resultOf } from '../result.js';

const PHOTO = { width: 800, height: 650, sizeInBytes: 80_000 };
const MAX_RATIO = 5;
const BETWEEN_MS = 50;
const ALONE_PART = 0.1;
const IDLE_MS = 120_000;
const LONGEST_REST_MS = 900_000;
const LOOK_MS = 15_000;
/** Of a core. The monitor of the event loop, which the bench has in the server, takes 2 to 4 %. */
const BUSY_PART = 0.06;
const SHOWN_THREADS = 4;
const MEBIBYTE = 1024 * 1024;
/** What the bench itself has the server print. */
const MONITORED = /^\d+ event loop blocked for \d+ ms\n/gm;

type Act = () => Promise<Response>;

/** What somebody does who has little and asks for little. */
async function actsOf(server: ServerProcess): Promise<Readonly<Record<string, Act>>> {
  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ name: 'quiet' });
  const { id: accountId } = (await (await server.fetch('/api/accounts', { method: 'POST', headers: json, body })).json()) as { id: string }; // prettier-ignore
  const scopes = ['images:read', 'images:write', 'spaces:read', 'spaces:write'];
  const { key } = await server.json<{ key: string }>('POST', '/api/keys', {
    name: 'quiet',
    scopes,
    accountId,
  });
  const headers = { 'content-type': 'application/geo+json' };
  const made = await server.fetch('/hub/spaces', {
    method: 'POST',
    headers: json,
    key,
    body: '{"title":"mine"}',
  });
  const { id: space } = (await made.json()) as { id: string };
  const features = Array.from({ length: 2_000 }, (_, index) => ({
    type: 'Feature',
    id: `f${index}`,
    geometry: { type: 'Point', coordinates: [(index % 50) / 10, Math.floor(index / 50) / 10] },
    properties: { name: `place ${index}` },
  }));
  const collection = JSON.stringify({ type: 'FeatureCollection', features });
  await server.fetch(`/hub/spaces/${space}/features`, { method: 'PUT', key, headers, body: collection });
  const bytes = await photo(PHOTO);
  let number = 0;
  const get = (path: string) => () => server.fetch(path, { key });
  const upload = (): Promise<Response> => {
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(bytes), `${(number += 1)}`]), 'a.jpg');
    return server.fetch('/api/upload', { method: 'POST', key, body: form });
  };
  const { id: image } = (await (await upload()).json()) as { id: string };
  return {
    liveness: () => server.fetch('/livez'),
    'a record': get(`/api/images/${image}`),
    'a listing': get('/api/images?limit=20'),
    'a feature': get(`/hub/spaces/${space}/features/f7`),
    'a box of 100': get(`/hub/spaces/${space}/bbox?west=1&south=1&east=1.9&north=1.9`),
    'a write': () => {
      const body = JSON.stringify({ ...features[7], properties: { name: `place ${(number += 1)}` } });
      return server.fetch(`/hub/spaces/${space}/features/f7`, { method: 'PUT', key, headers, body });
    },
    'an upload': upload,
  };
}

/** What the server does once nobody asks for anything: until it rests, which is at most `LONGEST_REST_MS`. */
async function restOf(server: ServerProcess) {
  const [output, threads, from] = [server.output().length, threadLoadsOf(server.pid), performance.now()];
  let twoMinutesLater = residentBytesOf(server.pid);
  const passedMs = (): number => performance.now() - from;
  for (let isBusy = true; (isBusy || passedMs() < IDLE_MS) && passedMs() < LONGEST_REST_MS;) {
    const { cpuMs } = loadOf(server.pid);
    await pause(LOOK_MS);
    isBusy = loadOf(server.pid).cpuMs - cpuMs > BUSY_PART * LOOK_MS;
    if (passedMs() <= IDLE_MS + LOOK_MS) twoMinutesLater = residentBytesOf(server.pid);
  }
  const busy = [...threadLoadsOf(server.pid)]
    .map(([name, ms]) => [name, ms - (threads.get(name) ?? 0)] as const)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SHOWN_THREADS);
  return {
    twoMinutesLater,
    atRest: residentBytesOf(server.pid),
    restsAfterS: Math.round(passedMs() / 1_000),
    lines: server.output().slice(output).replaceAll(MONITORED, '').trim(),
    busy,
  };
}

/** A quiet user beside others who ask for all that is dear at once: 0.99 of each kind of request, compared with those of the same user alone. */
export const measureRush: Measure = async (options) =>
  await BenchEnvironment.use(options, async (environment) => {
    const { server, ports } = await environment.startCairn({ CAIRN_TRANSFORMS: 'anything' });
    const acts = Object.entries(await actsOf(server));
    const refused: string[] = [];
    const timesFor = async (seconds: number): Promise<ReadonlyMap<string, readonly number[]>> => {
      const times = new Map(acts.map(([name]) => [name, new Array<number>()]));
      for (const end = performance.now() + seconds * 1_000; performance.now() < end;)
        for (const [name, act] of acts) {
          const from = performance.now();
          const response = await act();
          await response.body?.pipeTo(new WritableStream());
          times.get(name)?.push(performance.now() - from);
          if (response.status >= 400) refused.push(`${name}: ${response.status}`);
          await pause(BETWEEN_MS);
        }
      return times;
    };
    await timesFor(2);
    const before = residentBytesOf(server.pid);
    const alone = await timesFor(Math.max(10, options.seconds * ALONE_PART));
    const rush = await environment.startProgram('rush', [String(ports[0]), server.key]);
    const beside = await timesFor(options.seconds);
    const during = residentBytesOf(server.pid);
    await rush.end('SIGTERM');
    const rest = await restOf(server);
    const mebibytes = [before, during, rest.twoMinutesLater, rest.atRest].map((bytes) =>
      Math.round(bytes / MEBIBYTE),
    );
    process.stderr.write(
      `${refused.length} requests of the quiet user were refused: ${[...new Set(refused)].join(', ') || 'none'}.\n` +
        `MiB before, in the rush, two minutes after and at rest: ${mebibytes.join(', ')}.\n` +
        `At rest ${rest.restsAfterS} s after the rush, and logged since: ${rest.lines || 'nothing'}.\n` +
        `Its busiest threads until then: ${rest.busy.map(([name, ms]) => `${name} ${ms} ms`).join(', ')}.\n`,
    );
    const of = (times: ReadonlyMap<string, readonly number[]>, name: string, part: number): number =>
      percentile([...(times.get(name) ?? [])], part);
    return acts.map(([name]) =>
      resultOf([{ cairn: of(beside, name, 99), baseline: of(alone, name, 99) }], {
        name: `p99 of ${name}, in a rush`,
        unit: 'ms',
        baseline: 'alone',
        bar: { atMost: MAX_RATIO },
        latency: { p50Ms: of(beside, name, 50), p99Ms: of(beside, name, 99) },
      }),
    );
  });
