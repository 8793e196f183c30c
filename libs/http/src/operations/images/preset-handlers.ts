import { stringify } from 'node:querystring';
import { putPresetBodySchema, type PresetRecord } from '@cairn/api-schema';
import { PresetCache, PutPreset, ReadPresets, RemovePreset, type Preset } from '@cairn/images';
import { readJson } from '../../bodies/json-body.js';
import { timestamp } from '../../responses/timestamp.js';
import type { HttpServices } from '../../http-services.js';
import { NO_CONTENT, type OperationHandlers } from '../../routing/operation-handler.js';

/** The presets of images. The guard lets administrators in only. */
export function presetHandlers({ application, settings }: HttpServices): OperationHandlers {
  const readPresets = application.get(ReadPresets);
  const putPreset = application.get(PutPreset);
  const removePreset = application.get(RemovePreset);
  const known = application.get(PresetCache);
  const fixed = settings.transforms.presets;
  function ofSettings(name: string): PresetRecord | undefined {
    const query = fixed.get(name);
    return query && { name, query: stringify({ ...query }), source: 'settings' };
  }
  return {
    listPresets: async (): Promise<readonly PresetRecord[]> => {
      const stored = (await readPresets.list()).filter(({ name }) => !fixed.has(name)).map(recordOf);
      const set = [...fixed.keys()].flatMap((name) => ofSettings(name) ?? []);
      return [...stored, ...set].sort((one, other) => (one.name < other.name ? -1 : 1));
    },

    getPreset: async ({ params: { name = '' } }): Promise<PresetRecord> => {
      return ofSettings(name) ?? recordOf(await readPresets.execute(name));
    },

    putPreset: async ({ request, response, params: { name = '' } }): Promise<PresetRecord> => {
      const { query } = await readJson(request, response, putPresetBodySchema);
      const preset = await putPreset.execute({ name, query }, fixed);
      known.forget();
      return recordOf(preset);
    },

    deletePreset: async ({ params: { name = '' } }) => {
      await removePreset.execute(name, fixed);
      known.forget();
      return NO_CONTENT;
    },
  };
}

function recordOf({ name, query, updatedAt }: Preset): PresetRecord {
  return { name, query, source: 'api', updatedAt: timestamp(updatedAt) };
}
