import { setTimeout as sleep } from 'node:timers/promises';
import type { Random, ServerProcess } from '@cairn/harness';
import { requestFailure } from '../request-failure.js';
import { ChunkImporter } from './chunk-importer.js';
import { Importer } from './importer.js';
import type { Batch } from './check-batches.js';
import { SpaceClient } from './space-client.js';
import { Writer } from './writer.js';
import type { WriteLedger } from './writes.js';

const WRITERS = 20;
const IMPORTERS = 2;
const MIN_DELAY_MS = 50;
const MAX_DELAY_MS = 600;

/** What came before the kill. */
export interface LoadResult {
  readonly delayMs: number;
  readonly batches: readonly Batch[];
  readonly faults: readonly string[];
}

interface LoadOptions {
  readonly server: ServerProcess;
  readonly random: Random;
  readonly ledger: WriteLedger;
  /** Where the same few features are written, and where batches are. */
  readonly spaces: { readonly writes: string; readonly batches: string };
}

const CHUNKS = 'c';

/** Whether it is a part of an import that was acknowledged. */
export const isStoredChunk = ({ name, acknowledged }: Batch): boolean =>
  acknowledged > 0 && name.startsWith(`${CHUNKS}.`);

/** Writers of the same features, importers of batches, and one that imports chunk by chunk, until the server is killed at a random time. */
export async function untilKilled({ server, random, ledger, spaces }: LoadOptions): Promise<LoadResult> {
  const delayMs = MIN_DELAY_MS + random.below(MAX_DELAY_MS - MIN_DELAY_MS + 1);
  const faults: string[] = [];
  const batches: Batch[] = [];
  const kill = new AbortController();
  const isOver = (): boolean => kill.signal.aborted;
  let [answers, begin] = [0, (): void => undefined];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const client = async (what: () => Promise<string | undefined>): Promise<void> => {
    while (!isOver() && faults.length === 0) {
      try {
        const fault = await what();
        if (fault !== undefined) faults.push(fault);
        answers += 1;
        if (answers >= WRITERS && batches.some(isStoredChunk)) begin();
      } catch (error) {
        if (!isOver()) faults.push(requestFailure(error));
        return;
      }
    }
  };
  const writers = Array.from({ length: WRITERS }, (_, index) => {
    const writer = new Writer(new SpaceClient(server, spaces.writes), { name: `w${index}`, ledger, random });
    return client(() => writer.next());
  });
  const space = new SpaceClient(server, spaces.batches);
  const importers = Array.from({ length: IMPORTERS }, (_, index) => {
    const importer = new Importer(space, { name: `i${index}`, batches, random });
    return client(() => importer.next());
  });
  const chunks = new ChunkImporter(space, { name: CHUNKS, batches, random });
  const clients = Promise.all([...writers, ...importers, client(() => chunks.next())]);
  await Promise.race([begun, clients]);
  await sleep(delayMs);
  kill.abort();
  await server.end('SIGKILL');
  await clients;
  return { delayMs, batches, faults };
}
