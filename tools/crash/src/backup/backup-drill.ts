import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newKey, Random, ServerProcess, UNLIMITED } from '@cairn/harness';
import type { Environment, OpenedStores } from '@cairn/services';
import { ImageRequests, Ledger } from '../images/requests.js';
import { Clients, type Cycle } from '../kills.js';
import { Command } from './command.js';
import { noticed } from './controls.js';
import { damageStores } from './damage.js';
import { acknowledged, type Before, checkRestored, prepareSpace, tilesOf } from './restored.js';

const CLIENTS = 8;
/** Enough that a copy takes longer than the start of the command. */
const FIRST_IMAGES = 60;

export interface DrillOptions {
  /** Of each of backup, restore and repair. */
  readonly kills: number;
  readonly seed: number;
  readonly stores: Environment;
  readonly report?: (line: string) => void;
}

interface Target {
  readonly stores: OpenedStores;
  readonly env: Readonly<Record<string, string>> & { readonly CAIRN_DATA_DIR: string };
  readonly command: Command;
}

/**
 * Backs a server up under load, destroys its stores, restores them elsewhere and compares. Each step is killed at random
 * moments before it is let through.
 */
export async function drillBackup({ kills, seed, stores, report }: DrillOptions): Promise<readonly Cycle[]> {
  const root = await mkdtemp(join(tmpdir(), 'cairn-drill-'));
  const [key, random, ledger] = [newKey(), new Random(seed), new Ledger()];
  const folder = join(root, 'backups');
  const cycles: Cycle[] = [];
  let targets = 0;
  const tell = (what: string, cycle: Cycle): void => {
    cycles.push(cycle);
    const counts = Object.entries(cycle.counts).map(([name, count]) => `${count} ${name}`);
    report?.(
      `${what}: ${[...counts, cycle.faults.length === 0 ? 'ok' : cycle.faults.join('; ')].join(' · ')}`,
    );
  };
  const settingsOf = (env: Readonly<Record<string, string>>, name: string) => ({
    ...UNLIMITED,
    CAIRN_LOG_LEVEL: 'error',
    CAIRN_DATA_DIR: join(root, name),
    ...env,
  });
  try {
    const first = await stores.open();
    const firstEnv = settingsOf(first.env, 'first');
    const server = await ServerProcess.start({ dataDir: join(root, 'first'), key, env: firstEnv });
    let tiles: string;
    let before: Before;
    try {
      tiles = await prepareSpace(server);
      ({ before } = await backUpUnderLoad());
    } finally {
      await server.end('SIGTERM');
    }
    const command = new Command(firstEnv, random);
    const { noticed: found, faults } = await noticed(command, folder);
    tell('controls', { counts: { 'damages noticed': found.length }, faults: [...faults] });
    await first.close();
    await rm(join(root, 'first'), { recursive: true });
    await restoreAndRepair({ tiles, before });

    async function backUpUnderLoad(): Promise<{ readonly before: Before }> {
      const requests = new ImageRequests(server, ledger);
      const done = { upload: 0, delete: 0 };
      const clients = new Clients(
        Array.from({ length: CLIENTS }, () => async () => {
          const { what, response, body } = await requests.any(random);
          if (!response.ok) return `${what} answered ${response.status} ${JSON.stringify(body)}`;
          done[what] += 1;
          return undefined;
        }),
      );
      await clients.until(() => ledger.in('stored').length > FIRST_IMAGES);
      const backup = new Command(firstEnv, random);
      const initial = await backup.run('backup', folder);
      if (initial.code !== 0) throw new Error(initial.output);
      for (let kill = 1; kill <= kills; kill += 1) {
        const { code } = await backup.kill('backup', folder);
        const check = await backup.run('restore', folder, '--verify-only');
        const isWhole = check.code === 0 || check.output.includes('There is no backup');
        const counts = {
          'backups killed': code === null ? 1 : 0,
          'backups ended before': code === null ? 0 : 1,
        };
        tell(`backup ${kill}/${kills}`, { counts, faults: isWhole ? [] : [`after a kill: ${check.output}`] });
      }
      const acknowledgedBefore = acknowledged(ledger);
      const whole = await backup.run('backup', folder, '--json');
      await clients.stop();
      const counts = {
        'uploads acknowledged': done.upload,
        'deletes acknowledged': done.delete,
        'stored before the backup': acknowledgedBefore.stored.length,
        'deleted while copying': removedOf(whole.output),
      };
      const faults = whole.code === 0 ? clients.faults : [...clients.faults, `backup: ${whole.output}`];
      tell('backup under load', { counts, faults: [...faults] });
      return { before: acknowledgedBefore };
    }

    async function restoreAndRepair(wanted: {
      readonly tiles: string;
      readonly before: Before;
    }): Promise<void> {
      let target = await emptyStores();
      for (let kill = 1; kill <= kills; kill += 1) {
        const { code, output } = await target.command.kill('restore', folder);
        const counts = {
          'restores killed': code === null ? 1 : 0,
          'restores ended before': code === 0 ? 1 : 0,
        };
        // A kill may come after the last step.
        const isDone = code !== null && (code === 0 || output.includes('is not empty'));
        tell(`restore ${kill}/${kills}`, {
          counts,
          faults: code === null || isDone ? [] : [`restore: ${output}`],
        });
        if (!isDone) continue;
        await target.stores.close();
        target = await emptyStores();
      }
      try {
        await compare(target, wanted);
      } finally {
        await target.stores.close();
      }
    }

    async function emptyStores(): Promise<Target> {
      const opened = await stores.open();
      targets += 1;
      const env = settingsOf(opened.env, `restored-${targets}`);
      return { stores: opened, env, command: new Command(env, random) };
    }

    async function compare(
      { env, command: restoring }: Target,
      wanted: { readonly tiles: string; readonly before: Before },
    ): Promise<void> {
      const last = await restoring.run('restore', folder, '--verify');
      const isRestored = last.code === 0 || last.output.includes('is not empty');
      tell('restore', { counts: {}, faults: isRestored ? [] : [last.output] });
      for (let kill = 1; kill <= kills; kill += 1) {
        const damages = await damageStores(env, `${seed}x${kill}`);
        const { code } = await restoring.kill('fsck', '--repair', '--grace', '0');
        const counts = {
          damages,
          'repairs killed': code === null ? 1 : 0,
          'repairs ended before': code === null ? 0 : 1,
        };
        tell(`repair ${kill}/${kills}`, { counts, faults: [] });
      }
      const repaired = await restoring.run('fsck', '--repair', '--grace', '0');
      const clean = await restoring.run('fsck', '--hashes', '--grace', '0');
      const isClean = repaired.code === 0 && clean.code === 0;
      tell('fsck', { counts: {}, faults: isClean ? [] : [repaired.output + clean.output] });
      const restored = await ServerProcess.start({ dataDir: env.CAIRN_DATA_DIR, key, env });
      try {
        const cycle = await checkRestored(restored, wanted.before, ledger);
        const isSame = (await tilesOf(restored)) === wanted.tiles;
        tell('compared', { ...cycle, faults: isSame ? cycle.faults : [...cycle.faults, 'other tiles'] });
      } finally {
        await restored.end('SIGTERM');
      }
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  return cycles;
}

function removedOf(output: string): number {
  const [, removed = '0'] = /"removed":(\d+)/.exec(output) ?? [];
  return Number(removed);
}
