import type { PresetRecord, PutPresetBody } from '@cairn/api-schema';
import { path } from '../transport/address.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Names that stand for parameters of images. For owners, and for keys with the scope `admin`. */
export class Presets {
  constructor(private readonly transport: Transport) {}

  /** By name, those of the settings of the server too. */
  async list(options?: CallOptions): Promise<readonly PresetRecord[]> {
    return await this.transport.json({ path: '/api/presets', options });
  }

  async get(name: string, options?: CallOptions): Promise<PresetRecord> {
    return await this.transport.json({ path: path`/api/presets/${name}`, options });
  }

  /** Makes a preset, or changes it. */
  async put(name: string, preset: PutPresetBody, options?: CallOptions): Promise<PresetRecord> {
    return await this.transport.json({
      method: 'PUT',
      path: path`/api/presets/${name}`,
      json: preset,
      options,
    });
  }

  async delete(name: string, options?: CallOptions): Promise<void> {
    await this.transport.remove({ path: path`/api/presets/${name}`, options });
  }
}
