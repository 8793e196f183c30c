import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Random } from '@cairn/harness';
import { audit, type AuditResult } from './audit.js';
import { changesIn, files, type Change } from './ledger.js';

// The compiled file, even when this one runs from its source.
const program = fileURLToPath(new URL('../../dist/events/child.js', import.meta.url));

const LONGEST_RUN_MS = 700;

export interface KillOptions {
  readonly kills: number;
  readonly seed: number;
  readonly report?: (line: string) => void;
}

/**
 * Repeatedly kills a process that makes changes and consumes their events. A last run handles the remaining events.
 */
export async function killWithEvents({ kills, seed, report }: KillOptions): Promise<AuditResult> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-events-'));
  const random = new Random(seed);
  const acknowledged: Change[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const said = await killed(start(folder, [String(kill)]), random.below(LONGEST_RUN_MS));
    acknowledged.push(...said);
    const handled = (await handledIn(folder)).length;
    report?.(
      `kill ${kill} of ${kills}: ${said.length} changes acknowledged, ${handled} events handled so far`,
    );
  }
  const stored = await said(start(folder, ['end', 'finish']));
  const result = audit({ acknowledged, handled: await handledIn(folder), stored });
  if (result.faults.length === 0) await rm(folder, { recursive: true });
  else report?.(`The data is kept in ${folder}.`);
  return result;
}

function start(folder: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program, folder, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Output of a process that is killed `afterMs` after its first line. */
async function killed(child: ChildProcess, afterMs: number): Promise<readonly Change[]> {
  child.stdout?.once('data', () => setTimeout(() => child.kill('SIGKILL'), afterMs));
  return await said(child);
}

async function said(child: ChildProcess): Promise<readonly Change[]> {
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The process ended by itself, with ${code}.`);
  return changesIn(text, (parsed) => parsed as Change);
}

interface Handled {
  readonly type: string;
  readonly aggregateId: string;
  readonly payload: { readonly updatedAt?: number };
}

async function handledIn(folder: string): Promise<readonly Change[]> {
  const text = await readFile(join(folder, files.handled), 'utf8');
  return changesIn(text, (parsed) => {
    const { type, aggregateId, payload } = parsed as Handled;
    return { type, id: aggregateId, version: payload.updatedAt ?? 0 };
  });
}
