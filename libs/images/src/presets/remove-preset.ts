import type { PortsOf } from '@cairn/kernel';
import { PresetNotFound, PresetReadOnly } from '../errors.js';
import { PresetRepository } from './preset-repository.js';
import { isPresetName } from './preset.js';
import type { SettingsPresets } from './put-preset.js';

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
