import { Clock, InvalidInput, type PortsOf } from '@cairn/kernel';
import type { Presets } from '../transforms/parse-transform.js';
import { PresetRepository } from './preset-repository.js';
import { parsePresetQuery, type Preset } from './preset.js';

/** For how long presets are taken as they were read: another node may have changed them since. */
const FRESH_MS = 500;

/** The stored presets for requests that use them, at most half a second old. */
export class PresetCache {
  static readonly ports = { presets: PresetRepository, clock: Clock };

  private reading: Promise<Presets> | undefined;
  private readAt = 0;

  constructor(private readonly ports: PortsOf<typeof PresetCache.ports>) {}

  /** The same object as long as they are taken as read. */
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

  /** They were changed here. */
  forget(): void {
    this.reading = undefined;
  }
}

/** Without those that are valid no more, since a version with other parameters. */
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
