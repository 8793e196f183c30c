import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NodeProcess, Random } from '@cairn/harness';
import { openTestPostgres } from '@cairn/services';
import { killRepeatedly, type Cycle, type KillOptions } from '../kills.js';
import { audit, type Found } from './audit.js';

// The compiled file, even when this one runs from its source.
const program = fileURLToPath(new URL('../../dist/transactions/child.js', import.meta.url));

const LONGEST_RUN_MS = 700;

/** Kills a process that changes things of its own and of Cairn in transactions. Another one then says what is stored. */
export async function crashTransactions(options: KillOptions): Promise<readonly Cycle[]> {
  const random = new Random(options.seed);
  const postgres = await openTestPostgres();
  const url = await postgres.fresh();
  return await killRepeatedly(options, (folder) => {
    const acknowledged: string[] = [];
    return {
      cycle: async () => {
        const worker = NodeProcess.start({ args: [program, folder, url] });
        await worker.waitFor(/^(.+)$/m);
        await sleep(random.below(LONGEST_RUN_MS));
        await worker.end('SIGKILL');
        await worker.ended();
        acknowledged.push(...worker.output().split('\n').slice(0, -1)); // the last line may be cut off
        const teller = NodeProcess.start({ args: [program, folder, url, 'tell'] });
        const code = await teller.ended();
        if (code !== 0) throw new Error(`The last process ended with ${code}: ${teller.output()}`);
        return audit(acknowledged, JSON.parse(teller.output()) as Found); // printed by `tell`
      },
      close: async () => await postgres.close(),
    };
  });
}
