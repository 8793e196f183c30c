import { environmentOf } from '@cairn/services';
import { expect, it } from '@jest/globals';
import { featureRequests } from './feature-requests.js';
import { fuzz, type Workload } from './fuzz.js';
import { mapRequests } from './map-requests.js';
import { searchRequests } from './search-requests.js';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_122);
const MAX_GROWTH_MIB = 150;

/** The requests, the variable that says how many of them, and how many else. */
const workloads: readonly (readonly [
  what: string,
  variable: string,
  otherwise: number,
  workload: Workload,
])[] = [
  ['features changed at any depth', 'FUZZ_FEATURES', 100, featureRequests],
  ['searches by a grammar', 'FUZZ_SEARCHES', 100, searchRequests],
  ['maps of layers', 'FUZZ_MAPS', 100, mapRequests],
];

const name = process.env['FUZZ_STORES'] ?? 'SQLite + disk';

for (const [what, variable, otherwise, workload] of workloads) {
  const count = Number(process.env[variable] ?? otherwise);
  it(
    `${what} are answered as documented, and what is acknowledged comes back equal, FUZZ_SEED=${seed} ${variable}=${count}`,
    async () => {
      const { env, close } = await environmentOf(name).open();
      const run = { seed, count, env, withLongRuns: false, workload };
      const { faults, table, slowestMs, blockedMs, growthMib } = await fuzz(run).finally(close);
      process.stdout.write(
        `\nFuzzed ${name} with ${what}, FUZZ_SEED=${seed} ${variable}=${count}, slowest response ${slowestMs} ms, loop blocked for ${blockedMs} ms, memory grew by ${growthMib} MiB\n${table}\n`,
      );
      if (faults.length > 0) throw new Error(`${faults.length} kinds of faults:\n${faults.join('\n')}`);
      expect(growthMib).toBeLessThan(MAX_GROWTH_MIB);
    },
    60_000 + count * 100,
  );
}
