import { assert } from '../assert.js';
import type { PresetRepository } from '@cairn/images/spi';
import { aPreset } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertAll, settle } from '../outcomes.js';

/** Rules for every `PresetRepository`. */
export const presetRepositoryContract = {
  'a name finds its preset with every field, and any other name finds none': async ({ open }) => {
    const presets = await open();
    const made = [aPreset(), aPreset({ name: 'card', query: 'background=%23fff&w=1' })];
    for (const preset of made) await presets.put(preset);
    for (const preset of made) assert.deepEqual(await presets.find(preset.name), preset);
    for (const name of ['', 'Card', 'card ', 'car_', '%', '\0'])
      assert.equal(await presets.find(name), undefined);
  },

  'a preset replaces the one of its name, and no other': async ({ open }) => {
    const presets = await open();
    const [before, other] = [aPreset({ name: 'a' }), aPreset({ name: 'b' })];
    for (const preset of [before, other]) await presets.put(preset);
    await presets.find('a');
    await presets.list();
    const after = aPreset({ name: 'a', query: 'w=64' });
    await presets.put(after);
    assert.deepEqual(await presets.find('a'), after);
    assert.deepEqual(await presets.list(), [after, other]);
  },

  'of concurrent presets of one name one is there in the end, whole': async ({ open }) => {
    const presets = await open();
    const wanted = Array.from({ length: 10 }, (_, index) => aPreset({ name: 'wanted', query: `w=${index}` }));
    const putting = wanted.map((preset) => presets.put(preset));
    await Promise.all(putting);
    const [found, ...others] = await presets.list();
    assert.deepEqual(others, []);
    assert.ok(wanted.some(({ query, updatedAt }) => query === found?.query && updatedAt === found.updatedAt));
  },

  'presets are listed by ascending name': async ({ open }) => {
    const presets = await open();
    assert.deepEqual(await presets.list(), []);
    const names = ['b', 'a-b', 'a', 'ab', '0', 'a0'];
    for (const name of names) await presets.put(aPreset({ name }));
    const listed = (await presets.list()).map(({ name }) => name);
    assert.deepEqual(listed, [...names].sort());
  },

  'a removed preset is not found any more, at once, and an absent one is PresetNotFound': async ({
    open,
  }) => {
    const presets = await open();
    const [gone, kept] = [aPreset(), aPreset()];
    for (const preset of [gone, kept]) await presets.put(preset);
    assert.deepEqual(await presets.find(gone.name), gone);
    await presets.remove(gone.name);
    assert.equal(await presets.find(gone.name), undefined);
    const { refusals } = await settle([gone.name, 'absent'].map((name) => presets.remove(name)));
    assertAll(refusals, 2, 'preset-not-found');
    assert.deepEqual(await presets.list(), [kept]);
  },

  'presets are there after a restart': async ({ open, reopen }) => {
    const presets = await open();
    const preset = aPreset();
    await presets.put(preset);
    assert.deepEqual(await (await reopen(presets)).list(), [preset]);
  },
} satisfies Contract<PresetRepository>;
