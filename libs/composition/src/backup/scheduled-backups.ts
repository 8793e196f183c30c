import type { BlobStore } from '@cairn/images/spi';
import type { Clock, Job, JobRun } from '@cairn/kernel';
import type { BackupSettings } from '../settings/background-settings.js';
import type { DatabaseSettings } from '../settings/application-settings.js';
import { makeSnapshot } from './back-up.js';
import { BackupFolder } from './backup-folder.js';
import { databaseBackups } from './database.js';
import { type Manifest, ManifestUnusable } from './manifest.js';
import { pruneSnapshots } from './prune-snapshots.js';

/** The state of the scheduled backups of this node. */
export interface BackupStatus {
  /** `incomplete` when bytes of images were missing or damaged, `overdue` long after the next one should have been. */
  readonly state: 'ok' | 'incomplete' | 'failed' | 'overdue';
  /** When the latest snapshot was begun, in epoch milliseconds. */
  readonly latest: number | undefined;
  /** The time from the beginning of one snapshot to that of the next. */
  readonly everyMs: number;
}

/** How often to check whether a backup is due. Servers are restarted more often than backups are made. */
const LOOK_MS = 5 * 60_000;
/** How often a node that makes a backup checks its abort signal. */
const WATCH_MS = 200;
/** Part of the interval after which a backup is overdue. */
const OVERDUE = 1.5;

interface Ports {
  readonly database: DatabaseSettings;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  /** The version of the program. */
  readonly version: string;
}

/** Makes a snapshot when the latest one is old enough, and removes those that are too old. */
export class ScheduledBackups {
  private outcome: Exclude<BackupStatus['state'], 'overdue'> | undefined;
  private latest: number | undefined;
  private readonly since: number;

  constructor(
    private readonly ports: Ports,
    private readonly settings: BackupSettings,
  ) {
    this.since = ports.clock.now();
  }

  get job(): Job {
    const { everyMs } = this.settings;
    return {
      name: 'back-up',
      everyMs: Math.min(everyMs, LOOK_MS),
      leaderOnly: true,
      run: async (run) => await this.run(run),
    };
  }

  /** `undefined` on a node that does not make them. */
  status(): BackupStatus | undefined {
    if (this.outcome === undefined) return undefined;
    const { latest, outcome } = this;
    const age = this.ports.clock.now() - (latest ?? this.since);
    const { everyMs } = this.settings;
    const isOverdue = outcome !== 'failed' && age > everyMs * OVERDUE;
    return { state: isOverdue ? 'overdue' : outcome, latest, everyMs };
  }

  private async run(run: JobRun): Promise<unknown> {
    try {
      const folder = await BackupFolder.open(this.settings.folder);
      try {
        return await this.backUpIfDue(folder, run);
      } finally {
        await folder.close();
      }
    } catch (error) {
      if (!run.signal.aborted) this.outcome = 'failed';
      throw error;
    }
  }

  private async backUpIfDue(folder: BackupFolder, run: JobRun): Promise<unknown> {
    const { everyMs, keepDays } = this.settings;
    const now = this.ports.clock.now();
    const soon = new Date(now + LOOK_MS).toISOString().replaceAll(':', '-');
    // A later snapshot was made before the clock was set back, and is ignored until the clock has passed it.
    const name = (await folder.names()).findLast((each) => each < soon);
    const manifest = name === undefined ? undefined : await readable(folder.manifest(name));
    if (manifest !== undefined) {
      this.latest = Date.parse(manifest.startedAt);
      const state = manifest.faults.length === 0 ? 'ok' : 'incomplete';
      const isDue = now - this.latest >= everyMs;
      // The outcome of later attempts counts until one succeeds.
      this.outcome = isDue ? (this.outcome ?? state) : state;
      if (!isDue) return { snapshot: name, nextAt: new Date(this.latest + everyMs).toISOString() };
    }
    this.outcome ??= 'ok';
    const { faults, ...report } = await this.backUp(folder, run);
    this.latest = now;
    this.outcome = faults.length === 0 ? 'ok' : 'incomplete';
    const removed = keepDays === undefined ? undefined : await pruneSnapshots(folder, { keepDays, now });
    return { ...report, faults: faults.length, pruned: removed };
  }

  private async backUp(folder: BackupFolder, run: JobRun): ReturnType<typeof makeSnapshot> {
    const { blobs, clock, version } = this.ports;
    const controller = new AbortController();
    const watch = setInterval(() => {
      if (run.signal.aborted) controller.abort();
    }, WATCH_MS);
    const database = await databaseBackups(this.ports.database);
    try {
      return await makeSnapshot({
        database,
        blobs,
        folder,
        version,
        now: () => clock.now(),
        signal: controller.signal,
        report: ({ done, total }) => run.report({ done, ...(total !== undefined && { total }) }),
      });
    } finally {
      clearInterval(watch);
      await database.close();
    }
  }
}

/** `undefined` if the manifest is unusable. The snapshot then does not count, and the next one is made at once. */
async function readable(manifest: Promise<Manifest>): Promise<Manifest | undefined> {
  try {
    return await manifest;
  } catch (error) {
    if (error instanceof ManifestUnusable) return undefined;
    throw error;
  }
}
