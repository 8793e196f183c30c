import { newKey, Random, ServerProcess } from '@cairn/harness';
import { killRepeatedly, killUnderLoad, type Cycle, type KillOptions } from '../kills.js';
import { BatchWriter, checkBatches, isStoredChunk } from './batches.js';
import { checkWrites, type FoundSpace } from './check-writes.js';
import { readSpace } from './read-space.js';
import { SpaceClient } from './space-client.js';
import { WriteLedger } from './write-ledger.js';
import { Writer } from './writer.js';

const WRITES = 'writes';
const WRITERS = 20;
const BATCH_WRITERS = 2;
const MAX_DELAY_MS = 600;

/**
 * Kills a server while writers change the same few features, others write batches and one imports; restarts it and checks
 * every promise.
 */
export async function crashFeatures(options: KillOptions): Promise<readonly Cycle[]> {
  const { seed, env, control } = options;
  return await killRepeatedly(options, (dataDir) => {
    const [key, random] = [newKey(), new Random(seed)];
    let server: ServerProcess | undefined;
    let found: FoundSpace = { version: 0, features: new Map() };
    const start = async (): Promise<ServerProcess> => {
      const settings = { CAIRN_RATE_REQUESTS: '0', CAIRN_LOG_LEVEL: 'error', ...env };
      server = await ServerProcess.start({ dataDir, key, env: settings });
      return server;
    };
    const firstStart = async (): Promise<ServerProcess> => {
      const started = await start();
      await new SpaceClient(started, WRITES).create();
      return started;
    };
    return {
      cycle: async (number) => {
        const killed = server ?? (await firstStart());
        const space = new SpaceClient(killed, `batches-${number}`);
        await space.create();
        await control?.before?.(dataDir);
        const ledger = new WriteLedger(found.version, found.features);
        const writer = new BatchWriter(space, random);
        const faults = await untilKilled(killed, { ledger, writer, random });
        await control?.after?.(dataDir);

        const restarted = await start(); // the next one that is killed
        const writes = await readSpace(new SpaceClient(restarted, WRITES));
        const batches = new SpaceClient(restarted, space.id);
        const batched = await readSpace(batches);
        const { survived, faults: torn } = checkBatches(writer.batches, batched);
        found = writes;
        await batches.remove();
        const answered = ledger.writes.filter(({ answeredAt }) => answeredAt !== undefined).length;
        const whole = writer.batches.filter(({ acknowledged }) => acknowledged > 0).length;
        return {
          counts: {
            'writes acknowledged': answered,
            'writes in flight': ledger.writes.length - answered,
            versions: writes.version - ledger.versionBefore,
            'batches acknowledged': whole,
            'of them parts of imports': writer.batches.filter(isStoredChunk).length,
            'batches in flight': writer.batches.length - whole,
            'of them stored': survived,
          },
          faults: [...faults, ...writes.faults, ...batched.faults, ...torn, ...checkWrites(ledger, writes)],
        };
      },
      close: async () => await server?.end('SIGTERM'),
    };
  });
}

async function untilKilled(
  server: ServerProcess,
  {
    ledger,
    writer,
    random,
  }: { readonly ledger: WriteLedger; readonly writer: BatchWriter; readonly random: Random },
): Promise<readonly string[]> {
  const writers = Array.from({ length: WRITERS }, (_, index) => {
    const space = new SpaceClient(server, WRITES);
    const one = new Writer(space, { name: `w${index}`, ledger, random });
    return () => one.next();
  });
  return await killUnderLoad(server, {
    random,
    mostMs: MAX_DELAY_MS,
    hasBegun: () =>
      ledger.writes.filter(({ answeredAt }) => answeredAt !== undefined).length >= WRITERS &&
      writer.batches.some(isStoredChunk),
    steps: [
      ...writers,
      ...Array.from({ length: BATCH_WRITERS }, () => () => writer.write()),
      () => writer.import(),
    ],
  });
}
