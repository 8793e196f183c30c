import { describe, expect, it } from '@jest/globals';
import { fuzz } from './fuzz.js';

const count = Number(process.env['FUZZ_REQUESTS'] ?? 1_500);
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000_000);
const TIMEOUT_MS = 30_000 + count * 50;

const stores = [
  ['in memory', { CAIRN_DATABASE_URL: 'memory:', CAIRN_BLOB_URL: 'memory:' }],
  ['on SQLite and disk', {}],
] as const;

describe(`requests of every kind, FUZZ_SEED=${seed} FUZZ_REQUESTS=${count}`, () => {
  it.each(stores)(
    'are answered as the document says, %s',
    async (where, env) => {
      const { faults, table, slowestMs } = await fuzz({ seed, count: Math.ceil(count / stores.length), env });
      process.stdout.write(
        `\nFuzzed ${where}, FUZZ_SEED=${seed} FUZZ_REQUESTS=${count}, slowest answer ${slowestMs} ms\n${table}\n`,
      );
      if (faults.length > 0) throw new Error(`${faults.length} kinds of faults:\n${faults.join('\n')}`);
      expect(table).toContain('uploadImage');
    },
    TIMEOUT_MS,
  );
});
