import { expect, it } from '@jest/globals';
import { importMade } from './import-made.js';
import { madeCsv, madeTrack, madeWaypoints } from './made-files.js';

const MIB = 1024 ** 2;
/** Of a server, and of a process that reads a file: an idle one takes 60 MiB. */
const MOST_MIB = { growth: 300, reading: 500 };
const WITHIN_MS = 5 * 60_000;

it(
  'large files become features with progress, in bounded memory',
  async () => {
    const files = [madeCsv('CSV', 20_000, 400), madeTrack(100_000), madeWaypoints(5_000)];
    const results = await importMade(files, () => undefined);
    expect(results.flatMap(({ faults }) => faults)).toEqual([]);
    for (const { serverBytes, idleBytes, childrenBytes } of results) {
      expect((serverBytes - idleBytes) / MIB).toBeLessThan(MOST_MIB.growth);
      expect(childrenBytes / MIB).toBeLessThan(MOST_MIB.reading);
    }
  },
  WITHIN_MS,
);
