import type { ReadinessReport } from '@cairn/api-schema';
import type { Application, Health } from '@cairn/composition';

/** How long the health of the stores is cached. Each check costs a write. */
const CACHED_MS = 2_000;

/** Whether the server can take requests. */
export class Readiness {
  isDraining = false;
  private latest: { readonly at: number; readonly health: Promise<Health> } | undefined;

  constructor(private readonly application: Application) {}

  /** Reports the server as draining from now on, so that load balancers stop sending requests. */
  drain(): void {
    this.isDraining = true;
  }

  async report(): Promise<ReadinessReport> {
    const parts = await this.health();
    const status = this.isDraining ? 'draining' : statusOf(parts);
    const backup = this.application.backupStatus();
    if (backup === undefined) return { status, parts };
    const { state, latest } = backup;
    return {
      status,
      parts,
      backup: { state, latest: latest === undefined ? null : new Date(latest).toISOString() },
    };
  }

  private health(): Promise<Health> {
    const now = performance.now();
    if (this.latest === undefined || now - this.latest.at > CACHED_MS)
      this.latest = { at: now, health: this.application.health() };
    return this.latest.health;
  }
}

function statusOf(parts: Health): ReadinessReport['status'] {
  const states = new Set(Object.values(parts));
  if (states.has('unavailable')) return 'unavailable';
  return states.has('full') ? 'full' : 'ok';
}
