import { PresetNotFound, type Preset } from '@cairn/images';
import type { PresetRepository } from '@cairn/images/spi';

/** Keeps presets in memory. */
export class MemoryPresetRepository implements PresetRepository {
  private readonly presets = new Map<string, Preset>();

  async put(preset: Preset): Promise<void> {
    this.presets.set(preset.name, { ...preset });
  }

  async find(name: string): Promise<Preset | undefined> {
    const preset = this.presets.get(name);
    return preset && { ...preset };
  }

  async list(): Promise<readonly Preset[]> {
    return [...this.presets.values()]
      .sort((one, other) => (one.name < other.name ? -1 : 1))
      .map((preset) => ({ ...preset }));
  }

  async remove(name: string): Promise<void> {
    if (!this.presets.delete(name)) throw new PresetNotFound();
  }
}
