import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { newKey, Random, ServerProcess, UNLIMITED, until } from '@cairn/harness';
import type { Environment } from '@cairn/services';
import { ImageRequests, Ledger } from '../images/requests.js';
import { Clients, type Cycle } from '../kills.js';
import { Command } from './command.js';
import { noticed } from './controls.js';
import { MovedIn } from './moved-in.js';
import { onStores } from './on-stores.js';
import { acknowledged, type Before, checkRestored, prepareSpace, tilesOf, type Wanted } from './restored.js';
import { killEach, type Rounds, type Site } from './site.js';
import { killExpiry, killImports, killRepairs } from './steps.js';

const CLIENTS = 8;
/** Enough that a copy takes longer than the start of the command. */
const FIRST_IMAGES = 60;
/** So that a long run does not fill the disk. */
const MOST_IMAGES = 150;
/** Between two requests of a client: the command has the processors with the server and its clients. */
const PAUSE_MS = 100;

export interface DrillOptions {
  /** Of each of backup, restore, repair, import and the expiry of what is in the trash. */
  readonly kills: number;
  readonly seed: number;
  readonly stores: Environment;
  /** Settings of the server and the command. */
  readonly env?: Readonly<Record<string, string>>;
  readonly report?: (line: string) => void;
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

class BackupDrill implements Rounds {
  readonly cycles: Cycle[] = [];
  readonly kills: number;
  readonly random: Random;
  private readonly key = newKey();
  private readonly ledger = new Ledger();
  private readonly folder: string;
  private readonly durationsMs = new Map<string, number>();
  private sites = 0;

  constructor(
    private readonly options: DrillOptions,
    private readonly root: string,
  ) {
    this.kills = options.kills;
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
    const files = new MovedIn(join(this.root, 'files'));
    await killRepairs(restored, this);
    await killImports(restored, files, this);
    await killExpiry(restored, files, this);
    const moved = await onStores(restored.env, async (each) => await files.check(each));
    const others = moved.counts['files there once'] ?? 0;
    await this.served(
      restored,
      async (server) => await this.compare(server, restored, { ...wanted, ledger: this.ledger, others }),
    );
    this.tell('in the end', await onStores(restored.env, async (each) => await files.check(each)));
    const { code, output } = await restored.command.run('fsck', '--hashes', '--grace', '0');
    this.tell('fsck', { counts: {}, faults: code === 0 ? [] : [output] });
    await this.destroy(restored);
  }

  private async backUpUnderLoad(server: ServerProcess, { command }: Site): Promise<Before> {
    const requests = new ImageRequests(server, this.ledger);
    const done = { upload: 0, delete: 0 };
    const step = async (): Promise<string | undefined> => {
      const isMany = this.ledger.in('stored').length > MOST_IMAGES;
      const victim = isMany ? this.ledger.takeForDeletion(this.random) : undefined;
      const { what, response, body } = await (victim ? requests.delete(victim) : requests.any(this.random));
      if (!response.ok) return `${what} answered ${response.status} ${JSON.stringify(body)}`;
      done[what] += 1;
      await sleep(PAUSE_MS);
      return undefined;
    };
    const clients = new Clients(Array.from({ length: CLIENTS }, () => step));
    await clients.until(() => this.ledger.in('stored').length > FIRST_IMAGES);
    const initial = await command.run('backup', this.folder);
    if (initial.code !== 0) throw new Error(initial.output);
    await killEach(this, 'backup', async () => {
      const { code } = await command.kill(['backup', this.folder]);
      const { code: checked, output } = await command.run('restore', this.folder, '--verify-only');
      return { code, counts: {}, faults: checked === 0 ? [] : [`after a kill: ${output}`] };
    });
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
    let site = await this.open();
    await killEach(this, 'restore', async () => {
      const { code, output } = await site.command.kill(['restore', this.folder]);
      // The kill before it may have come after the last step.
      const isDone = code === 0 || output.includes('is not empty');
      const faults = code === null || isDone ? [] : [`restore: ${output}`];
      if (code !== null && isDone) {
        await this.destroy(site);
        site = await this.open();
      }
      return { code, counts: {}, faults };
    });
    const { code, output } = await site.command.run('restore', this.folder, '--verify');
    const isRestored = code === 0 || output.includes('is not empty');
    this.tell('restore', { counts: {}, faults: isRestored ? [] : [output] });
    return site;
  }

  private async compare(
    server: ServerProcess,
    { stores, dataDir }: Site,
    wanted: Wanted & { readonly tiles: string },
  ): Promise<void> {
    const { counts, faults, images } = await checkRestored(server, wanted);
    const isSame = (await tilesOf(server)) === wanted.tiles;
    this.tell('compared', { counts, faults: isSame ? faults : [...faults, 'other tiles'] });
    // A server was killed while it deleted them.
    const isAll = async (): Promise<boolean> => (await stores.countBlobs(dataDir)) === images;
    const extra = await until('there is a blob for each image and no other', isAll).then(
      () => [],
      (error: unknown) => [String(error)],
    );
    this.tell('blobs', { counts: { 'images with their blobs': images }, faults: extra });
  }

  private async open(): Promise<Site> {
    const stores = await this.options.stores.open();
    this.sites += 1;
    const dataDir = join(this.root, `site-${this.sites}`);
    const own = { CAIRN_LOG_LEVEL: 'error', CAIRN_DATA_DIR: dataDir };
    const env = { ...UNLIMITED, ...own, ...this.options.env, ...stores.env };
    return { stores, dataDir, env, command: new Command(env, this.random, this.durationsMs) };
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

  tell(what: string, cycle: Cycle): void {
    this.cycles.push({ counts: cycle.counts, faults: [...cycle.faults] });
    const counts = Object.entries(cycle.counts).map(([name, count]) => `${count} ${name}`);
    const result = cycle.faults.length === 0 ? 'ok' : cycle.faults.join('; ');
    this.options.report?.(`${what}: ${[...counts, result].join(' · ')}`);
  }
}
