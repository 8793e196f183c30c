import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentHead } from '@cairn/spaces/spi';
import { aBatch, aFeature, several, writing } from '@cairn/testkit';
import { HotLife } from './hot-life.js';
import { ListPackBuilder, textsOf, type ListPack } from './list-packs.spec.kit.js';
import { PlannedStore } from './planned-store.spec.kit.js';

const MAX_BYTES = 3_000;
/** A space of this feature takes some 1,000 bytes. */
const long = writing(aFeature('a', { properties: { text: 'x'.repeat(800) } }));

let stores: Map<string, PlannedStore>;
let builder: ListPackBuilder;
let life: HotLife<ListPack>;
let now: number;
let beforeQuery: () => Promise<void>;

function opened(maxBytes: number): void {
  stores = new Map();
  builder = new ListPackBuilder();
  now = 0;
  beforeQuery = async () => undefined;
  const of = (spaceId: string): PlannedStore => stores.get(spaceId) ?? new PlannedStore();
  const below = {
    query: async function* (spaceId: string) {
      await beforeQuery();
      yield* of(spaceId).query();
    },
    statistics: (spaceId: string): Promise<ContentHead> => of(spaceId).statistics(),
  };
  life = new HotLife({ below, builder, maxBytes, now: () => now });
}

beforeEach(() => opened(MAX_BYTES));

async function read(spaceId: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await life.reading(spaceId, undefined);
}

async function filled(spaceId: string, ...features: readonly (typeof long)[]): Promise<PlannedStore> {
  const store = new PlannedStore();
  stores.set(spaceId, store);
  await store.write(aBatch(features));
  return store;
}

async function build(): Promise<readonly string[]> {
  const built: string[] = [];
  for (const spaceId of life.waiting()) built.push(await life.build(spaceId));
  return built;
}

const hot = (): readonly string[] => life.state().spaces.map(({ spaceId }) => spaceId);

describe('The memory of hot spaces', () => {
  it('is bounded: those used least recently make room', async () => {
    for (const spaceId of ['a', 'b', 'c', 'd']) {
      await filled(spaceId, long);
      await read(spaceId, 30);
      await build();
      expect(life.state().usedBytes).toBeLessThanOrEqual(MAX_BYTES);
      await read('a', 1);
    }
    expect(hot()).toContain('a');
    expect(hot()).toContain('d');
    expect(hot()).not.toContain('b');
  });

  it('is not taken from a space that is read more', async () => {
    for (const spaceId of ['a', 'b']) {
      await filled(spaceId, long);
      await read(spaceId, 100);
    }
    expect(await build()).toEqual(['built', 'built']);
    await filled('c', long);
    await read('c', 30);
    expect(await build()).toEqual(['too-large']);
    expect(hot()).toEqual(['a', 'b']);
    expect(life.state().failed).toMatchObject([{ spaceId: 'c' }]);
  });

  it('does not try a space that cannot fit, until ten minutes later', async () => {
    const store = await filled('a', writing(aFeature('a', { properties: { text: 'x'.repeat(4_000) } })));
    await read('a', 30);
    expect(await build()).toEqual(['too-large']);
    expect(store.reads).toBe(0);
    await read('a', 30);
    expect(await build()).toEqual([]);
    now += 10 * 60_000 + 1;
    await store.write(aBatch([long]));
    await read('a', 30);
    expect(await build()).toEqual(['built']);
  });

  it('includes what is written of a space', async () => {
    const store = await filled('a', long);
    await read('a', 30);
    await build();
    const write = async (id: string): Promise<void> => {
      const feature = writing(aFeature(id, { properties: { text: 'x'.repeat(500) } }));
      await life.write('a', aBatch([feature]), store.write);
    };
    await write('b');
    expect(life.state().usedBytes).toBeGreaterThan(2_000);
    await write('c');
    expect(life.state()).toMatchObject({ spaces: [], usedBytes: 0 });
  });

  it('has no room for two packs of a large space, which is then read again', async () => {
    opened(2_200_000);
    const large = writing(aFeature('large', { properties: { text: 'x'.repeat(900_000) } }));
    const store = await filled('a', large);
    await read('a', 2_000);
    await build();
    const written = several(1_000, (number) => writing(aFeature(`w${number}`)));
    await life.write('a', aBatch(written), store.write);
    expect(hot()).toEqual(['a']);
    await read('a', 1);
    expect(await build()).toEqual(['changed']);
    expect(hot()).toEqual([]);
    now += 1_001;
    await read('a', 1);
    expect(await build()).toEqual(['built']);
    const content = await life.reading('a', undefined);
    expect(content && textsOf(content)).toEqual(store.texts());
  });

  it('is given back by a build that fails, and the space rests for a minute', async () => {
    await filled('a', long);
    builder.before = async () => Promise.reject(new Error('broken'));
    await read('a', 30);
    await expect(build()).rejects.toThrow('broken');
    expect(life.state()).toMatchObject({
      usedBytes: 0,
      spaces: [],
      building: [],
      failed: [{ spaceId: 'a', reason: 'broken' }],
    });
    await read('a', 30);
    expect(await build()).toEqual([]);
    builder.before = async () => undefined;
    now += 60_001;
    await read('a', 30);
    expect(await build()).toEqual(['built']);
  });

  it('is given back at the end', async () => {
    await filled('a', long);
    await read('a', 30);
    await build();
    await life.close();
    expect(life.state()).toMatchObject({ usedBytes: 0, spaces: [] });
    await read('a', 30);
    expect(await build()).toEqual([]);
  });

  it('is not kept of a space that was erased while it was built', async () => {
    const store = await filled('a', long);
    await read('a', 30);
    builder.before = async () => {
      store.make();
      await life.change(
        'a',
        async () => 1,
        () => true,
      );
    };
    expect(await build()).toEqual(['changed']);
    expect(hot()).toEqual([]);
  });

  it('is not kept of a space that another node wrote after it was read', async () => {
    const store = await filled('a', long);
    await read('a', 30);
    builder.before = async () => void (await store.write(aBatch([writing(aFeature('b'))])));
    expect(await build()).toEqual(['built']);
    expect(await life.reading('a', undefined)).toBeUndefined();
    expect(hot()).toEqual([]);
  });

  it('has what another node wrote before it was read, and nothing older over it', async () => {
    const store = await filled('a', long);
    await read('a', 30);
    const put = (name: string) => aBatch([writing(aFeature('b', { properties: { name } }))]);
    beforeQuery = async () => {
      await life.write('a', put('own'), store.write);
      await store.write(put('of another'));
    };
    expect(await build()).toEqual(['built']);
    const content = await life.reading('a', undefined);
    expect(content && textsOf(content)).toEqual(store.texts());
  });
});
