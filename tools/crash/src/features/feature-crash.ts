import { killServer, type Cycle, type KillOptions } from '../kills.js';
import { BatchWriter, checkBatches, isStoredChunk } from './batches.js';
import { checkWrites } from './check-writes.js';
import { readSpace, SpaceClient } from './space.js';
import { WriteLedger, Writer } from './writer.js';

const WRITES = 'writes';
const WRITERS = 20;
const BATCH_WRITERS = 2;
const MAX_DELAY_MS = 600;

/** Kills a server while writers change the same few features, others write batches and one imports. */
export async function crashFeatures(options: KillOptions): Promise<readonly Cycle[]> {
  return await killServer(options, (random) => {
    let found = new WriteLedger().before;
    let ledger = new WriteLedger(found);
    let batches: BatchWriter;
    const answered = (): number => ledger.writes.filter(({ answeredAt }) => answeredAt !== undefined).length;
    return {
      prepare: (server) => new SpaceClient(server, WRITES).create(),
      load: async (server, cycle) => {
        const space = new SpaceClient(server, WRITES);
        ledger = new WriteLedger(found);
        batches = new BatchWriter(new SpaceClient(server, `batches-${cycle}`), random);
        await batches.space.create();
        const writers = Array.from(
          { length: WRITERS },
          (_, index) => new Writer(space, { name: `w${index}`, ledger, random }),
        );
        return {
          mostMs: MAX_DELAY_MS,
          hasBegun: () => answered() >= WRITERS && batches.batches.some(isStoredChunk),
          steps: [
            ...writers.map((writer) => () => writer.next()),
            ...Array.from({ length: BATCH_WRITERS }, () => () => batches.write()),
            () => batches.import(),
          ],
        };
      },
      verify: async (server) => {
        const writes = await readSpace(new SpaceClient(server, WRITES));
        const space = new SpaceClient(server, batches.space.id);
        const batched = await readSpace(space);
        const { survived, faults: torn } = checkBatches(batches.batches, batched);
        await space.remove();
        found = writes;
        const whole = batches.batches.filter(({ acknowledged }) => acknowledged > 0).length;
        return {
          counts: {
            'writes acknowledged': answered(),
            'writes in flight': ledger.writes.length - answered(),
            versions: writes.version - ledger.before.version,
            'batches acknowledged': whole,
            'of them parts of imports': batches.batches.filter(isStoredChunk).length,
            'batches in flight': batches.batches.length - whole,
            'of them stored': survived,
          },
          faults: [...writes.faults, ...batched.faults, ...torn, ...checkWrites(ledger, writes)],
        };
      },
    };
  });
}
