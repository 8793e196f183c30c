import { beforeEach, describe, expect, it } from '@jest/globals';
import type { WriteResult } from '@cairn/spaces';
import type { FeatureModification } from '@cairn/spaces/spi';
import { aBatch, aFeature, several, writing } from '@cairn/testkit';
import { HotLife } from './hot-life.js';
import { ListPackBuilder, textsOf, type ListPack } from './list-packs.spec.kit.js';
import { PlannedStore, SPACE } from './planned-store.spec.kit.js';

const DELETE = { onExists: 'delete', onNotExists: 'retain', onConflict: 'error' } as const;
const removing = (id: string): FeatureModification => writing(aFeature(id), DELETE);
const putting = (id: string, name = ''): FeatureModification =>
  writing(aFeature(id, { properties: { name } }));

let store: PlannedStore;
let builder: ListPackBuilder;
let life: HotLife<ListPack>;
let now: number;

function opened(maxBytes: number): void {
  store = new PlannedStore();
  builder = new ListPackBuilder();
  now = 0;
  life = new HotLife({ below: store, builder, maxBytes, now: () => now });
}

beforeEach(() => opened(1_000_000));

const write = (...modifications: readonly FeatureModification[]): Promise<WriteResult> =>
  life.write(SPACE, aBatch(modifications), store.write);

/** What a question about all features gets from memory; `undefined` if it has to go below. */
async function read(): Promise<readonly string[] | undefined> {
  const content = await life.reading(SPACE, undefined);
  return content && textsOf(content);
}

async function readOften(): Promise<void> {
  for (let count = 0; count < 30; count += 1) await read();
}

async function buildWaiting(): Promise<readonly string[]> {
  const built: string[] = [];
  for (const spaceId of life.waiting()) built.push(await life.build(spaceId));
  return built;
}

async function madeHot(...ids: readonly string[]): Promise<void> {
  await write(...ids.map((id) => putting(id)));
  await readOften();
  expect(await buildWaiting()).toEqual(['built']);
  expect(await read()).toEqual(store.texts());
}

/** Holds the next answer of something until it is let go. */
function gate(): { readonly pass: () => Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { pass: () => opened, open };
}

describe('A space', () => {
  it('is built once it is read often, and not before', async () => {
    let calls = 0;
    life.wanted = () => void (calls += 1);
    await write(putting('a'));
    await read();
    expect([...life.waiting()]).toEqual([]);
    await readOften();
    expect(calls).toBe(1);
    expect(await buildWaiting()).toEqual(['built']);
    expect(await read()).toEqual(store.texts());
    expect(store.reads).toBe(1);
  });

  it('stays cold where it is written as often as it is read', async () => {
    for (let count = 0; count < 50; count += 1) {
      await write(putting('a', String(count)));
      await read();
    }
    expect([...life.waiting()]).toEqual([]);
  });

  it('is given up by those who read it no more', async () => {
    await write(putting('a'));
    for (let count = 0; count < 19; count += 1) await read();
    now += 60_000;
    for (let count = 0; count < 10; count += 1) await read();
    expect([...life.waiting()]).toEqual([]);
  });

  it('without features is not built', async () => {
    await readOften();
    expect(await buildWaiting()).toEqual(['empty']);
  });

  it('that is gone is let go of without being asked for', async () => {
    await madeHot('a');
    store.remove();
    await life.check();
    expect(life.state()).toMatchObject({ usedBytes: 0, spaces: [] });
  });

  it('that is gone is not built', async () => {
    await madeHot('a');
    store.remove();
    await expect(life.reading(SPACE, undefined)).rejects.toMatchObject({ code: 'space-not-found' });
    expect(life.state().spaces).toEqual([]);
    expect(await life.build(SPACE)).toBe('gone');
  });
});

describe('What is written of a hot space', () => {
  it('is read at once: new features, other ones, removed ones', async () => {
    await madeHot('b', 'd', 'f');
    await write(putting('a'), putting('d', 'other'), removing('f'));
    expect(await read()).toEqual(store.texts());
    await write(putting('f', 'back'), removing('a'), putting('c'));
    expect(await read()).toEqual(store.texts());
    await write(removing('c'), removing('f'));
    expect(await read()).toEqual(store.texts());
    expect(store.reads).toBe(1);
    expect(life.state().spaces).toMatchObject([{ features: 2, overlay: 4 }]);
  });

  it('is not told to a writer who did not ask', async () => {
    await madeHot('a');
    expect(await write(putting('b'))).not.toHaveProperty('puts');
    const asked = await life.write(SPACE, aBatch([putting('c')], { returnsPuts: true }), store.write);
    expect(asked.puts).toHaveLength(1);
  });

  it('is never older than what the store below has answered', async () => {
    await madeHot('a');
    const { pass, open } = gate();
    store.told = pass;
    const written = write(putting('a', 'new'));
    expect(await read()).toBeUndefined(); // stored, and not known yet
    store.told = async () => undefined;
    open();
    await written;
    expect(await read()).toEqual(store.texts());
  });

  it('may become known in another order than it was written', async () => {
    await madeHot('a');
    const { pass, open } = gate();
    store.told = pass;
    const first = write(putting('a', 'first'));
    store.told = async () => undefined;
    await write(putting('a', 'second'), putting('b'));
    expect(await read()).toBeUndefined();
    open();
    await first;
    expect(await read()).toEqual(store.texts());
  });

  it('by others makes it cold until it is built again', async () => {
    await madeHot('a');
    await store.write(aBatch([putting('b')]));
    await write(putting('c'));
    expect(await read()).toBeUndefined();
    expect(life.state().spaces).toEqual([]);
    now += 10_000;
    await read();
    expect(await buildWaiting()).toEqual(['built']);
    expect(await read()).toEqual(store.texts());
  });

  it('is unknown after a write that fails with an unknown outcome', async () => {
    await madeHot('a');
    store.told = async () => Promise.reject(new Error('The connection is lost.'));
    await expect(write(putting('b'))).rejects.toThrow('lost');
    expect(await read()).toBeUndefined();
  });

  it('changes nothing if it failed before it was stored', async () => {
    await madeHot('a');
    const failing = async (): Promise<never> => Promise.reject(new Error('no'));
    await expect(life.write(SPACE, aBatch([putting('b')]), failing)).rejects.toThrow('no');
    expect(await read()).toEqual(store.texts());
  });

  it('in too many features at once makes it cold, and asks for none of them', async () => {
    await madeHot('a');
    await write(...several(2_001, (number) => putting(`m${number}`)));
    expect(life.state().spaces).toEqual([]);
  });

  it('is merged into the pack without reading the store', async () => {
    await madeHot('a', 'zz');
    await write(...several(1_000, (number) => putting(`m${number}`)), removing('zz'));
    await read();
    builder.before = async () => void (await write(putting('a', 'meanwhile'), removing('m7')));
    expect(await buildWaiting()).toEqual(['built']);
    expect(await read()).toEqual(store.texts());
    expect(life.state().spaces).toMatchObject([{ features: 1_000, overlay: 2 }]);
    expect(store.reads).toBe(1);
  });

  it('by an erasure makes it cold', async () => {
    await madeHot('a');
    await life.change(
      SPACE,
      async () => 0,
      (count) => count > 0,
    );
    expect(life.state().spaces).toHaveLength(1);
    await life.change(
      SPACE,
      async () => 1,
      (count) => count > 0,
    );
    expect(life.state().spaces).toEqual([]);
  });
});

describe('A space removed and made again under its id', () => {
  it('never shows what it had, at the same version', async () => {
    await madeHot('secret');
    store.remove();
    store.make();
    await store.write(aBatch([putting('other')]));
    expect(await read()).toBeUndefined();
  });

  it('does not mix with the one that comes back', async () => {
    await madeHot('old');
    const back = store.remove();
    store.make();
    await store.write(aBatch([putting('x')]));
    await write(putting('y')); // version 2, which follows that of the hot one
    store.remove();
    back();
    await store.write(aBatch([putting('z')])); // version 2 of the old one
    expect(await read()).toBeUndefined();
  });
});
