import { Clock, InvalidInput, type PortsOf } from '@cairn/kernel';
import type { Presets } from '../transforms/parse-transform.js';
import { PresetRepository } from './preset-repository.js';
import { parsePresetQuery, type Preset } from './preset.js';

/** How long presets are cached. Another node may change them meanwhile. */
const FRESH_MS = 500;

/** A cache of the stored presets, at most half a second old. */
export class PresetCache {
  static readonly ports = { presets: PresetRepository, clock: Clock };

  private reading: Promise<Presets> | undefined;
  private readAt = 0;

  constructor(private readonly ports: PortsOf<typeof PresetCache.ports>) {}

  /** Returns the same object while the cache is valid. */
  async current(): Promise<Presets> {
    const now = this.ports.clock.now();
    if (this.reading === undefined || Math.abs(now - this.readAt) >= FRESH_MS) {
      this.readAt = now;
      const reading = this.ports.presets.list().then(usable);
      reading.catch(() => this.forget());
      this.reading = reading;
    }
    return await this.reading;
  }

  /** Invalidates the cache after a change by this node. */
  forget(): void {
    this.reading = undefined;
  }
}

/** Leaves out presets that are no longer valid, because a version has changed the parameters. */
function usable(presets: readonly Preset[]): Presets {
  return new Map(
    presets.flatMap(({ name, query }) => {
      try {
        return [[name, parsePresetQuery(query)] as const];
      } catch (error) {
        if (error instanceof InvalidInput) return [];
        throw error;
      }
    }),
  );
}
