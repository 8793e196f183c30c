import { type PortsOf, Clock, parseAll } from '@cairn/kernel';
import { PresetNotFound, PresetReadOnly } from '../errors.js';
import { PresetRepository } from './preset-repository.js';
import { isPresetName, type Preset, parsePresetName, parsePresetQuery } from './preset.js';

/** Reads the stored presets. */
export class ReadPresets {
  static readonly ports = { presets: PresetRepository };

  constructor(private readonly ports: PortsOf<typeof ReadPresets.ports>) {}

  /** By ascending name. */
  async list(): Promise<readonly Preset[]> {
    return await this.ports.presets.list();
  }

  /** @throws {PresetNotFound} */
  async execute(name: string): Promise<Preset> {
    const preset = isPresetName(name) ? await this.ports.presets.find(name) : undefined;
    if (preset === undefined) throw new PresetNotFound();
    return preset;
  }
}

/** Names of the presets from the settings, which cannot be changed. */
export interface SettingsPresets {
  has(name: string): boolean;
}

/** Creates or replaces a preset. */
export class PutPreset {
  static readonly ports = { presets: PresetRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof PutPreset.ports>) {}

  /** @throws {InvalidInput} {PresetReadOnly} */
  async execute(given: Pick<Preset, 'name' | 'query'>, settings: SettingsPresets): Promise<Preset> {
    const { name } = parseAll({
      name: () => parsePresetName(given.name),
      query: () => parsePresetQuery(given.query),
    });
    if (settings.has(name)) throw new PresetReadOnly();
    const preset = { name, query: given.query, updatedAt: this.ports.clock.now() };
    await this.ports.presets.put(preset);
    return preset;
  }
}

/** Removes a preset. */
export class RemovePreset {
  static readonly ports = { presets: PresetRepository };

  constructor(private readonly ports: PortsOf<typeof RemovePreset.ports>) {}

  /** @throws {PresetReadOnly} {PresetNotFound} */
  async execute(name: string, settings: SettingsPresets): Promise<void> {
    if (settings.has(name)) throw new PresetReadOnly();
    if (!isPresetName(name)) throw new PresetNotFound();
    await this.ports.presets.remove(name);
  }
}
