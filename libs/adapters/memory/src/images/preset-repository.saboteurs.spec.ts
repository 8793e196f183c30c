import { describe, it } from '@jest/globals';
import type { PresetRepository } from '@cairn/images/spi';
import { later, presetRepositoryContract, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryPresetRepository } from './memory-preset-repository.js';

const open = async (): Promise<PresetRepository> => new MemoryPresetRepository();

const saboteurs: Saboteurs<PresetRepository, typeof presetRepositoryContract> = {
  'a name finds its preset with every field, and any other name finds none': (presets) =>
    sabotaged(presets, { find: (name) => presets.find(name.toLowerCase()) }),
  'a preset replaces the one of its name, and no other': (presets) =>
    sabotaged(presets, {
      put: async (preset) => {
        if ((await presets.find(preset.name)) === undefined) await presets.put(preset);
      },
    }),
  'of concurrent presets of one name one is there in the end, whole': (presets) =>
    sabotaged(presets, {
      put: async (preset) => {
        await later();
        const { query = preset.query } = (await presets.find(preset.name)) ?? {};
        await presets.put({ ...preset, query });
      },
    }),
  'presets are listed by ascending name': (presets) =>
    sabotaged(presets, { list: async () => [...(await presets.list())].reverse() }),
  'a removed preset is not found any more, at once, and an absent one is PresetNotFound': (presets) =>
    sabotaged(presets, { remove: (name) => presets.remove(name).catch(() => undefined) }),
  'presets are there after a restart': (presets) => presets,
};

describe('the contract of preset repositories', () =>
  verifyFails({ contract: presetRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
