import type { Preset } from './preset.js';

/** Stores presets. */
export abstract class PresetRepository {
  /** Stores the preset in place of another of its name. Atomic under concurrent calls. */
  abstract put(preset: Preset): Promise<void>;

  /** The preset of exactly this name. */
  abstract find(name: string): Promise<Preset | undefined>;

  /** By ascending name (code units), without those that any process has removed. */
  abstract list(): Promise<readonly Preset[]>;

  /** @throws {PresetNotFound} */
  abstract remove(name: string): Promise<void>;
}
