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
  /** Settings of the server and the command. */
  readonly env?: Readonly<Record<string, string>>;
  readonly report?: (line: string) => void;
}

/** Stores, and the command with their settings. */
interface Site {
  readonly stores: OpenedStores;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly command: Command;
}

/** What a restored server has to be like. */
interface Wanted {
  readonly tiles: string;
  readonly before: Before;
}

/**
 * Backs a server up under load, destroys its stores, restores them elsewhere and compares. Each step is killed at random
 * moments before it is let through.
 */
export async function drillBackup(options: DrillOptions): Promise<readonly Cycle[]> {
  const root = await mkdtemp(join(tmpdir(), 'cairn-drill-'));
  const drill = new BackupDrill(options, root);
  try {
    await drill.run();
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  return drill.cycles;
}

class BackupDrill {
  readonly cycles: Cycle[] = [];
  private readonly key = newKey();
  private readonly ledger = new Ledger();
  private readonly random: Random;
  private readonly folder: string;
  private sites = 0;

  constructor(
    private readonly options: DrillOptions,
    private readonly root: string,
  ) {
    this.random = new Random(options.seed);
    this.folder = join(root, 'backups');
  }

  async run(): Promise<void> {
    const first = await this.open();
    const wanted = await this.served(first, async (server) => {
      const tiles = await prepareSpace(server);
      return { tiles, before: await this.backUpUnderLoad(server, first) };
    });
    const { noticed: found, faults } = await noticed(first.command, this.folder);
    this.tell('controls', { counts: { 'damages noticed': found.length }, faults });
    await this.destroy(first);
    const restored = await this.restore();
    await this.repair(restored);
    await this.served(restored, async (server) => await this.compare(server, wanted));
    await this.destroy(restored);
  }

  private async backUpUnderLoad(server: ServerProcess, { command }: Site): Promise<Before> {
    const { kills } = this.options;
    const requests = new ImageRequests(server, this.ledger);
    const done = { upload: 0, delete: 0 };
    const step = async (): Promise<string | undefined> => {
      const { what, response, body } = await requests.any(this.random);
      if (!response.ok) return `${what} answered ${response.status} ${JSON.stringify(body)}`;
      done[what] += 1;
      return undefined;
    };
    const clients = new Clients(Array.from({ length: CLIENTS }, () => step));
    await clients.until(() => this.ledger.in('stored').length > FIRST_IMAGES);
    const initial = await command.run('backup', this.folder);
    if (initial.code !== 0) throw new Error(initial.output);
    for (let kill = 1; kill <= kills; kill += 1) {
      const { code } = await command.kill('backup', this.folder);
      const { code: checked, output } = await command.run('restore', this.folder, '--verify-only');
      const faults = checked === 0 ? [] : [`after a kill: ${output}`];
      this.tell(`backup ${kill}/${kills}`, { counts: killedOr(code, 'backups'), faults });
    }
    const before = acknowledged(this.ledger);
    const whole = await command.run('backup', this.folder, '--json');
    await clients.stop();
    const [, removed = '0'] = /"removed":(\d+)/.exec(whole.output) ?? [];
    const counts = {
      'uploads acknowledged': done.upload,
      'deletes acknowledged': done.delete,
      'stored before the backup': before.stored.length,
      'deleted before the backup': before.deleted.length,
      'deleted while copying': Number(removed),
    };
    const faults = whole.code === 0 ? clients.faults : [...clients.faults, `backup: ${whole.output}`];
    this.tell('backup under load', { counts, faults });
    return before;
  }

  private async restore(): Promise<Site> {
    const { kills } = this.options;
    let site = await this.open();
    for (let kill = 1; kill <= kills; kill += 1) {
      const { code, output } = await site.command.kill('restore', this.folder);
      // The kill before it may have come after the last step.
      const isDone = code === 0 || output.includes('is not empty');
      const faults = code === null || isDone ? [] : [`restore: ${output}`];
      this.tell(`restore ${kill}/${kills}`, { counts: killedOr(code, 'restores'), faults });
      if (code === null || !isDone) continue;
      await this.destroy(site);
      site = await this.open();
    }
    const { code, output } = await site.command.run('restore', this.folder, '--verify');
    const isRestored = code === 0 || output.includes('is not empty');
    this.tell('restore', { counts: {}, faults: isRestored ? [] : [output] });
    return site;
  }

  /** Damages the stores before each kill, so that each repair has something to do. */
  private async repair({ env, command }: Site): Promise<void> {
    const { kills, seed } = this.options;
    await command.run('fsck');
    for (let kill = 1; kill <= kills; kill += 1) {
      const damages = await damageStores(env, `${seed}x${kill}`);
      const { code } = await command.kill('fsck', '--repair', '--grace', '0');
      this.tell(`repair ${kill}/${kills}`, { counts: { damages, ...killedOr(code, 'repairs') }, faults: [] });
    }
    const repaired = await command.run('fsck', '--repair', '--grace', '0');
    const clean = await command.run('fsck', '--hashes', '--grace', '0');
    const isClean = repaired.code === 0 && clean.code === 0;
    this.tell('fsck', { counts: {}, faults: isClean ? [] : [repaired.output + clean.output] });
  }

  private async compare(server: ServerProcess, { tiles, before }: Wanted): Promise<void> {
    const { counts, faults } = await checkRestored(server, before, this.ledger);
    const isSame = (await tilesOf(server)) === tiles;
    this.tell('compared', { counts, faults: isSame ? faults : [...faults, 'other tiles'] });
  }

  private async open(): Promise<Site> {
    const stores = await this.options.stores.open();
    this.sites += 1;
    const dataDir = join(this.root, `site-${this.sites}`);
    const own = { CAIRN_LOG_LEVEL: 'error', CAIRN_DATA_DIR: dataDir };
    const env = { ...UNLIMITED, ...own, ...this.options.env, ...stores.env };
    return { stores, dataDir, env, command: new Command(env, this.random) };
  }

  private async destroy({ stores, dataDir }: Site): Promise<void> {
    await stores.close();
    await rm(dataDir, { recursive: true, force: true });
  }

  private async served<T>({ dataDir, env }: Site, work: (server: ServerProcess) => Promise<T>): Promise<T> {
    const server = await ServerProcess.start({ dataDir, key: this.key, env });
    try {
      return await work(server);
    } finally {
      await server.end('SIGTERM');
    }
  }

  private tell(what: string, cycle: Cycle): void {
    this.cycles.push({ counts: cycle.counts, faults: [...cycle.faults] });
    const counts = Object.entries(cycle.counts).map(([name, count]) => `${count} ${name}`);
    const result = cycle.faults.length === 0 ? 'ok' : cycle.faults.join('; ');
    this.options.report?.(`${what}: ${[...counts, result].join(' · ')}`);
  }
}

function killedOr(code: number | null, what: string): Cycle['counts'] {
  return { [`${what} killed`]: code === null ? 1 : 0, [`${what} that ended before`]: code === null ? 0 : 1 };
}
