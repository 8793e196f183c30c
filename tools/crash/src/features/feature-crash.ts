import type { ServerProcess } from '@cairn/harness';
import { killServer, type Cycle, type KillOptions } from '../kills.js';
import { BatchWriter, checkBatches } from './batches.js';
import { checkWrites } from './check-writes.js';
import { readSpace, SpaceClient, type FoundSpace } from './space.js';
import { WriteLedger, Writer } from './writer.js';

/** The space that the writers share. */
export const WRITES = 'writes';
const WRITERS = 20;
const BATCH_WRITERS = 2;
const MAX_DELAY_MS = 600;

/** Kills a server while writers change the same few features, others write batches and one imports. */
export async function crashFeatures(options: KillOptions): Promise<readonly Cycle[]> {
  return await killServer(options, (random) => {
    let found = new WriteLedger().before;
    let ledger = new WriteLedger(found);
    let batches: BatchWriter;
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
          hasBegun: () =>
            ledger.answered >= WRITERS &&
            batches.batches.some(({ isImport, acknowledged }) => isImport && acknowledged > 0),
          steps: [
            ...writers.map((writer) => () => writer.next()),
            ...Array.from({ length: BATCH_WRITERS }, () => () => batches.write()),
            () => batches.import(),
          ],
        };
      },
      verify: async (server) => {
        const checked = await checkSpaces(server, ledger, batches);
        found = checked.found;
        await new SpaceClient(server, batches.space.id).remove();
        return checked;
      },
    };
  });
}

/** Compares the spaces of a restarted server with what was acknowledged, and counts it. */
export async function checkSpaces(
  server: ServerProcess,
  ledger: WriteLedger,
  { space, batches }: BatchWriter,
): Promise<Cycle & { readonly found: FoundSpace }> {
  const writes = await readSpace(new SpaceClient(server, WRITES));
  const batched = await readSpace(new SpaceClient(server, space.id));
  const { survived, faults } = checkBatches(batches, batched);
  const whole = batches.filter(({ acknowledged }) => acknowledged > 0).length;
  const imported = batches.reduce((sum, batch) => sum + (batch.isImport ? batch.acknowledged : 0), 0);
  return {
    found: writes,
    counts: {
      'writes acknowledged': ledger.answered,
      'writes in flight': ledger.writes.length - ledger.answered,
      versions: writes.version - ledger.before.version,
      'batches acknowledged': whole,
      'features of imports acknowledged': imported,
      'batches without an answer': batches.length - whole,
      'of them stored': survived,
    },
    faults: [...writes.faults, ...batched.faults, ...faults, ...checkWrites(ledger, writes)],
  };
}
