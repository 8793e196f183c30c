import { BenchEnvironment } from '../bench-environment.js';
import type { MeasureHub } from '../hub/hub-options.js';
import type { HubResult } from '../hub/hub-result.js';
import { RequestBytes, RequestCycle } from '../load/http-request.js';
import { run } from '../load/load.js';
import { peakOfTreeWhile } from '../memory/resident-set.js';
import { photo } from '../pictures/photo.js';
import { spreadOf } from '../statistics.js';
import { FORGETFUL } from '../workloads/renders.js';

const PHOTO = { width: 6000, height: 4000, sizeInBytes: 6_000_000 };
const CLIENTS = 32;
const WIDTHS = Array.from({ length: 2 * CLIENTS }, (_, index) => 480 + index);
const WARM_UP_MS = 2_000;
const MEASURE_MS = 8_000;
const MIB = 1024 ** 2;
const MAX_MEBIBYTES = 600;
const MAX_RATIO = 3;

/** Memory while large photos are rendered for many clients, and how long reads of records take beside. */
export const measureRendering: MeasureHub = async (options) => {
  const environment = await BenchEnvironment.open(options);
  try {
    const cairn = await environment.startCairn(FORGETFUL);
    const { id, url } = await cairn.upload(await photo(PHOTO));
    const { pathname } = new URL(url);
    const record = new RequestBytes({
      method: 'GET',
      path: `/api/images/${id}`,
      headers: cairn.authorization,
    });
    const images = new RequestCycle(
      WIDTHS.map((width) => new RequestBytes({ method: 'GET', path: `${pathname}?w=${width}` })),
    );
    const given = { ports: cairn.ports, expectedStatus: 200, warmUpMs: WARM_UP_MS };
    const p99 = async (): Promise<number> =>
      (await run({ ...given, request: record, clients: 1, measureMs: MEASURE_MS })).p99Ms;
    const idle = await p99();
    const since = Date.now();
    const rendering = run({ ...given, request: images, clients: CLIENTS, measureMs: MEASURE_MS });
    const beside = p99();
    const peak = (await peakOfTreeWhile(cairn.pid, rendering)) / MIB;
    const busy = await beside;
    const blockedMs = environment.longestBlockMs(since);
    return [memory(peak, blockedMs), latency({ idle, busy, blockedMs })];
  } finally {
    await environment.close();
  }
};

function memory(peak: number, blockedMs: number): HubResult {
  return {
    ...{ name: `memory, photos of 24 megapixels for ${CLIENTS} clients`, unit: 'MiB', blockedMs },
    cairn: spreadOf([peak]),
    baseline: { name: 'allowed', value: spreadOf([MAX_MEBIBYTES]) },
    ratio: spreadOf([peak / MAX_MEBIBYTES]),
    bar: { atMost: 1 },
  };
}

function latency({
  idle,
  busy,
  blockedMs,
}: { readonly [name in 'idle' | 'busy' | 'blockedMs']: number }): HubResult {
  return {
    ...{ name: 'p99 of records, beside that', unit: 'ms', blockedMs },
    cairn: spreadOf([busy]),
    baseline: { name: 'idle', value: spreadOf([idle]) },
    ratio: spreadOf([busy / idle]),
    bar: { atMost: MAX_RATIO },
  };
}
