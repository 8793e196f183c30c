import { Clock, parseAll, type PortsOf } from '@cairn/kernel';
import { PresetReadOnly } from '../errors.js';
import { PresetRepository } from './preset-repository.js';
import { parsePresetName, parsePresetQuery, type Preset } from './preset.js';

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
