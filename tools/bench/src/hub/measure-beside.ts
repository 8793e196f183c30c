import { setTimeout as delay } from 'node:timers/promises';
import { BenchEnvironment, type Cairn, type Measure } from '../bench-environment.js';
import { MAX_BLOCKED_MS } from '../compare.js';
import { uploadRequest } from '../images/images.js';
import { photo } from '../images/photo.js';
import { RequestBytes, SERIAL } from '../load/http-request.js';
import { run, type Load } from '../load/load.js';
import { resultOf } from '../result.js';
import { SPACE } from './requests.js';

const PHOTO = { width: 800, height: 650, sizeInBytes: 80_000 };
const FIRST_WARM_UP_MS = 3_000;
const MEASURE_MS = 4_000;
const SETTLE_MS = 500;
const MAX_RATIO = 3;
const OTHER_SPACE = 'small';
const FEATURE = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [11.05, 47.42] },
  properties: { name: 'Upper hut', beds: 12 },
};

interface Write extends Pick<Load, 'ports' | 'request' | 'expectedStatus'> {
  readonly name: string;
}

/** Uploads and small writes while features come in thousands, compared with the same on an idle server. */
export const measureBeside: Measure = async (options) =>
  await BenchEnvironment.use(options, async (environment) => {
    const cairn = await environment.startCairn();
    const writes = await openWrites(cairn);
    await p99Of(writes, FIRST_WARM_UP_MS);
    const since = Date.now();
    const rounds: { readonly idle: readonly number[]; readonly busy: readonly number[] }[] = [];
    while (rounds.length < options.rounds) {
      const idle = await p99Of(writes);
      const importing = await environment.startProgram('send', [String(cairn.ports[0])]);
      const busy = await p99Of(writes);
      await importing.end('SIGTERM');
      await delay(SETTLE_MS);
      rounds.push({ idle, busy });
    }
    const blockedMs = environment.longestBlockMs(since);
    return writes.map(({ name }, index) =>
      resultOf(
        rounds.map(({ idle, busy }) => ({ cairn: busy[index] ?? 0, baseline: idle[index] ?? 0 })),
        {
          name: `p99 of ${name}, beside an import`,
          unit: 'ms',
          baseline: 'idle',
          bar: { atMost: MAX_RATIO },
          blockedMs,
          maxBlockedMs: MAX_BLOCKED_MS,
        },
      ),
    );
  });

/** By one client each, at the same time. */
async function p99Of(writes: readonly Write[], warmUpMs = SETTLE_MS): Promise<readonly number[]> {
  const results = await Promise.all(
    writes.map((write) => run({ ...write, clients: 1, warmUpMs, measureMs: MEASURE_MS })),
  );
  return results.map(({ p99Ms }) => p99Ms);
}

async function openWrites({ server, ports, authorization }: Cairn): Promise<readonly Write[]> {
  for (const id of [SPACE, OTHER_SPACE])
    // Whoever has no key may write to it.
    await server.json('POST', '/hub/spaces', { id, title: id, description: '', owner: 'ANONYMOUS' });
  const feature = new RequestBytes({
    method: 'PUT',
    path: `/hub/spaces/${OTHER_SPACE}/features/${SERIAL}`,
    headers: { 'Content-Type': 'application/geo+json' },
    body: [JSON.stringify(FEATURE)],
  });
  const upload = uploadRequest(await photo(PHOTO), authorization, 'jpg');
  return [
    { name: 'uploads of 80 KB', ports, request: upload, expectedStatus: 201 },
    { name: 'writes of one feature', ports, request: feature, expectedStatus: 200 },
  ];
}
