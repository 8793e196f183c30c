import type { Readiness } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';

/** Knows whether the server can take requests. */
export class Readying {
  isDraining = false;

  constructor(private readonly application: Application) {}

  /** From now on the server counts as not ready, so that nobody sends it more. */
  drain(): void {
    this.isDraining = true;
  }

  async readiness(): Promise<Readiness> {
    const parts = await this.application.health();
    if (this.isDraining) return { status: 'draining', parts };
    return { status: Object.values(parts).every((state) => state === 'ok') ? 'ok' : 'unavailable', parts };
  }
}
