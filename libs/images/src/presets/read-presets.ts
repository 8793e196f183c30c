import type { PortsOf } from '@cairn/kernel';
import { PresetNotFound } from '../errors.js';
import { PresetRepository } from './preset-repository.js';
import { isPresetName, type Preset } from './preset.js';

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
