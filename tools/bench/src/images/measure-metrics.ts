import { loadOf } from '@cairn/harness';
import { BenchEnvironment, type Cairn, type Measure } from '../bench-environment.js';
import { RequestBytes } from '../load/http-request.js';
import { run } from '../load/load.js';
import { resultOf, type Pair } from '../result.js';
import { SMALL } from './images.js';
import { photo } from './photo.js';

const CLIENTS = 8;
const WARM_UP_MS = 4_000;
const MEASURE_MS = 1_500;
/** What metrics may cost of the cheapest request, a file from memory. */
const LEAST = 0.95;

/** Metrics, compared with a server that has none: responses for a second of CPU time, which other load does not change much. */
export const measureMetrics: Measure = async (options) =>
  await BenchEnvironment.use(options, async (environment) => {
    const measured = await opened(await environment.startCairn());
    const unmeasured = await opened(await environment.startCairn({ CAIRN_METRICS: 'off' }, 'unmeasured'));
    for (const side of [measured, unmeasured]) await side(WARM_UP_MS);
    const pairs: Pair[] = [];
    while (pairs.length < options.rounds)
      pairs.push({ cairn: await measured(MEASURE_MS), baseline: await unmeasured(MEASURE_MS) });
    const name = 'metrics, per second of CPU';
    return [resultOf(pairs, { name, unit: 'per second', baseline: 'no metrics', bar: { atLeast: LEAST } })];
  });

/** Loads a server for a while, and gives how many responses it had for a second of CPU time. */
async function opened({ server, ports }: Cairn): Promise<(ms: number) => Promise<number>> {
  const { path } = await server.upload({ bytes: await photo(SMALL) });
  const load = {
    ports,
    request: new RequestBytes({ method: 'GET', path }),
    clients: CLIENTS,
    expectedStatus: 200,
  };
  return async (measureMs) => {
    const before = loadOf(server.pid);
    const { responsesPerSecond } = await run({ ...load, warmUpMs: 0, measureMs });
    const { cpuMs } = loadOf(server.pid);
    return (responsesPerSecond * measureMs) / (cpuMs - before.cpuMs);
  };
}
