import { environmentOf } from '@cairn/services';
import { describe, expect, it } from '@jest/globals';
import { fuzz } from './fuzz.js';

const count = Number(process.env['FUZZ_REQUESTS'] ?? 2_100);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
const TIMEOUT_MS = 60_000 + count * 100; // two runs

const stores = ['memory', 'SQLite + disk', 'PostgreSQL + S3'].map(environmentOf);

for (const { name, open } of stores) {
  describe(name, () => {
    it(
      `random requests get documented responses, FUZZ_SEED=${seed} FUZZ_REQUESTS=${count}`,
      async () => {
        const { env, close } = await open();
        const share = Math.ceil(count / stores.length);
        const { faults, table, slowestMs, blockedMs } = await fuzz({
          seed,
          count: share,
          env,
          withLongRuns: name === 'memory',
        }).finally(close);
        process.stdout.write(
          `\nFuzzed ${name}, FUZZ_SEED=${seed} FUZZ_REQUESTS=${count}, slowest response ${slowestMs} ms, loop blocked for ${blockedMs} ms\n${table}\n`,
        );
        if (faults.length > 0) throw new Error(`${faults.length} kinds of faults:\n${faults.join('\n')}`);
        expect(table).toContain('uploadImage');
      },
      TIMEOUT_MS,
    );
  });
}
