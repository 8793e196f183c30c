import { describe, expect, it } from '@jest/globals';
import { sabotaged } from '@cairn/testkit';
import { PresetCache, type Preset } from '@cairn/images';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryPresetRepository } from './memory-preset-repository.js';

const of = (name: string, query: string): Preset => ({ name, query, updatedAt: 0 });

describe('PresetCache', () => {
  it('are read again after half a second, and at once after a change here', async () => {
    const [presets, clock] = [new MemoryPresetRepository(), new ManualClock()];
    const known = new PresetCache({ presets, clock });
    const names = async (): Promise<readonly string[]> => [...(await known.current()).keys()];
    expect(await names()).toEqual([]);
    await presets.put(of('a', 'w=1'));
    expect(await names()).toEqual([]);
    clock.advance(500);
    expect(await names()).toEqual(['a']);
    expect(await known.current()).toBe(await known.current());
    await presets.put(of('b', 'w=1'));
    known.forget();
    expect(await names()).toEqual(['a', 'b']);
  });

  it('are without those that are valid no more', async () => {
    const presets = new MemoryPresetRepository();
    await presets.put(of('old', 'size=7'));
    await presets.put(of('new', 'background=%66fffff&w=7'));
    const known = new PresetCache({ presets, clock: new ManualClock() });
    expect([...(await known.current())]).toEqual([['new', { background: 'ffffff', w: '7' }]]);
  });

  it('are asked for again after a failure', async () => {
    const presets = new MemoryPresetRepository();
    await presets.put(of('a', 'w=1'));
    let isAway = true;
    const list: MemoryPresetRepository['list'] = async () => {
      if (isAway) throw new Error('away');
      return await presets.list();
    };
    const known = new PresetCache({ presets: sabotaged(presets, { list }), clock: new ManualClock() });
    await expect(known.current()).rejects.toThrow('away');
    isAway = false;
    expect((await known.current()).size).toBe(1);
  });
});
