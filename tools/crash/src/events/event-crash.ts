import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NodeProcess, Random } from '@cairn/harness';
import { killRepeatedly, type Cycle, type KillOptions } from '../kills.js';
import { audit, HANDLED, type Change } from './audit.js';

// The compiled file, even when this one runs from its source.
const program = fileURLToPath(new URL('../../dist/events/child.js', import.meta.url));

const LONGEST_RUN_MS = 700;

/** Kills a process that makes changes and consumes their events. After the last kill another handles what is left. */
export async function crashEvents(options: KillOptions): Promise<readonly Cycle[]> {
  const random = new Random(options.seed);
  return await killRepeatedly(options, (folder) => {
    const acknowledged: Change[] = [];
    return {
      cycle: async (number) => {
        const worker = NodeProcess.start({ args: [program, folder, String(number)] });
        await worker.waitFor(/^(.)/m);
        await sleep(random.below(LONGEST_RUN_MS));
        await worker.end('SIGKILL');
        await worker.ended();
        const made = linesOf<Change>(worker.output());
        acknowledged.push(...made);
        const counts = { 'changes acknowledged': made.length };
        if (number < options.kills) return { counts, faults: [] };
        const last = NodeProcess.start({ args: [program, folder, 'end', 'finish'] });
        const code = await last.ended();
        if (code !== 0) throw new Error(`The last process ended with ${code}: ${last.output()}`);
        const stored = linesOf<Change>(last.output());
        const audited = audit({ acknowledged, handled: await handledIn(folder), stored });
        return { counts: { ...counts, ...audited.counts }, faults: audited.faults };
      },
    };
  });
}

interface Handled {
  readonly type: string;
  readonly aggregateId: string;
  readonly payload: { readonly updatedAt?: number };
}

async function handledIn(folder: string): Promise<readonly Change[]> {
  const handled = linesOf<Handled>(await readFile(join(folder, HANDLED), 'utf8'));
  return handled.map(({ type, aggregateId: id, payload }) => ({ type, id, version: payload.updatedAt ?? 0 }));
}

/** Parses lines of JSON. Skips a last line that a kill cut off. */
function linesOf<T>(text: string): readonly T[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as T];
    } catch {
      return [];
    }
  });
}
