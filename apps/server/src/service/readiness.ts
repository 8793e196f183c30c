import type { ReadinessReport } from '@cairn/api-schema';
import type { Application, Health } from '@cairn/composition';

/** How long an answer of the stores counts: asking them costs a write each. */
const FRESH_MS = 2_000;

/** Knows whether the server can take requests. */
export class Readiness {
  isDraining = false;
  private asked: { readonly at: number; readonly health: Promise<Health> } | undefined;

  constructor(private readonly application: Application) {}

  /** From now on the server counts as not ready, so that nobody sends it more. */
  drain(): void {
    this.isDraining = true;
  }

  async report(): Promise<ReadinessReport> {
    const parts = await this.health();
    if (this.isDraining) return { status: 'draining', parts };
    const states = new Set(Object.values(parts));
    const status = states.has('unavailable') ? 'unavailable' : states.has('full') ? 'full' : 'ok';
    return { status, parts };
  }

  private health(): Promise<Health> {
    const now = performance.now();
    if (this.asked === undefined || now - this.asked.at > FRESH_MS)
      this.asked = { at: now, health: this.application.health() };
    return this.asked.health;
  }
}
