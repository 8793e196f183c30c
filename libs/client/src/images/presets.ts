import type { PresetRecord, PutPresetBody } from '@cairn/api-schema';
import { path } from '../transport/address.js';
import type { CallOptions, Transport } from '../transport/transport.js';

/** Presets: names for parameters of images. For owners, and for keys with the scope `admin`. */
export class Presets {
  constructor(private readonly transport: Transport) {}

  /** Presets by name, including those of the server's settings. */
  async list(options?: CallOptions): Promise<readonly PresetRecord[]> {
    return await this.transport.json({ path: '/api/presets', options });
  }

  async get(name: string, options?: CallOptions): Promise<PresetRecord> {
    return await this.transport.json({ path: path`/api/presets/${name}`, options });
  }

  /** Creates or changes a preset. */
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
