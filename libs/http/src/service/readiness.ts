import type { ReadinessReport } from '@cairn/api-schema';
import type { Application, Health } from '@cairn/composition';
import { RestoredCopy } from '@cairn/images';
import { optionalTimestamp, timestamp } from '../responses/timestamp.js';

/** How long the health of the stores is cached. Each check costs a write. */
const CACHED_MS = 2_000;

interface State {
  readonly parts: Health;
  /** When this copy was restored from a backup, in epoch milliseconds; `undefined` for an original. */
  readonly restoredAt: number | undefined;
}

/** Whether the server can take requests. */
export class Readiness {
  isDraining = false;
  private latest: { readonly at: number; readonly state: Promise<State> } | undefined;
  private readonly copy: RestoredCopy;

  constructor(private readonly application: Application) {
    this.copy = application.get(RestoredCopy);
  }

  /** Reports the server as draining from now on, so that load balancers stop sending requests. */
  drain(): void {
    this.isDraining = true;
  }

  async report(): Promise<ReadinessReport> {
    const { parts, restoredAt } = await this.state();
    const backup = this.application.backupStatus();
    return {
      status: this.isDraining ? 'draining' : statusOf(parts),
      parts,
      ...(backup && { backup: { state: backup.state, latest: optionalTimestamp(backup.latest) } }),
      ...(restoredAt !== undefined && { copy: { restoredAt: timestamp(restoredAt) } }),
    };
  }

  private state(): Promise<State> {
    const now = performance.now();
    if (this.latest === undefined || now - this.latest.at > CACHED_MS)
      this.latest = { at: now, state: this.stateNow() };
    return this.latest.state;
  }

  private async stateNow(): Promise<State> {
    const [parts, restoredAt] = await Promise.all([
      this.application.health(),
      // If the database is unavailable, `health` reports it.
      this.copy.restoredAt().catch(() => undefined),
    ]);
    return { parts, restoredAt };
  }
}

function statusOf(parts: Health): ReadinessReport['status'] {
  const states = new Set(Object.values(parts));
  if (states.has('unavailable')) return 'unavailable';
  return states.has('full') ? 'full' : 'ok';
}
