import type { Preset } from './preset.js';

/** Stores presets. */
export abstract class PresetRepository {
  /** Stores the preset, replacing one of the same name. Atomic under concurrent calls. */
  abstract put(preset: Preset): Promise<void>;

  /** The preset with exactly this name. */
  abstract find(name: string): Promise<Preset | undefined>;

  /** By ascending name (code units). Does not include presets removed by any process. */
  abstract list(): Promise<readonly Preset[]>;

  /** @throws {PresetNotFound} */
  abstract remove(name: string): Promise<void>;
}
