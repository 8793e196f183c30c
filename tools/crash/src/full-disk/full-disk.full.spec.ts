import { describe, expect, it } from '@jest/globals';
import { fullDisk } from './full-disk.js';

const MEBIBYTE = 1024 * 1024;
const TIMEOUT_MS = 60_000;

describe('a server on a full disk', () => {
  it(
    'reports it, starts there, deletes, and stores again',
    async () => {
      const { facts, faults } = await fullDisk({ fill: 'uploads', diskBytes: 24 * MEBIBYTE, images: 100 });
      process.stdout.write(`\nA full disk: ${JSON.stringify(facts)}\n`);
      expect(faults).toEqual([]);
      expect(facts['deleted, each with 200']).toBeGreaterThan(3);
    },
    TIMEOUT_MS,
  );
});
