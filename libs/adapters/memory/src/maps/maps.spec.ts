import { describe, expect, it } from '@jest/globals';
import { defaultMapId, shownMap, spaceOfDefault } from '@cairn/maps';
import { aBatch, aFeature, aSpace, several, writing } from '@cairn/testkit';
import { alice, callerOf, oneColor, openMaps, openTrees } from './maps.spec.kit.js';

const changed = { code: 'map-changed' };

describe('a map', () => {
  it('begins with version 1, and has what was given', async () => {
    const { create, read, space } = await openMaps();
    const view = { longitude: 8, latitude: 47, zoom: 12 };
    const map = await create.execute(alice, {
      title: 'Park',
      view,
      baseMap: 'none',
      layers: [openTrees(space)],
    });
    expect(map).toMatchObject({
      owner: 'alice',
      title: 'Park',
      description: '',
      view,
      baseMap: 'none',
      version: 1,
    });
    expect(map.layers).toEqual([{ ...openTrees(space), visible: true, spaceCreatedAt: space.createdAt }]);
    expect((await read.execute(map)).map).toEqual(map);
  });

  it('is made once, however often it is asked for with one id', async () => {
    const { create, list } = await openMaps();
    const [map, again] = [await create.execute(alice, { id: 'one', title: 'x' }), await create.execute(alice, { id: 'one', title: 'y' })]; // prettier-ignore
    expect(again).toEqual(map);
    expect((await list.execute('alice', { limit: 9 })).items).toHaveLength(1);
  });

  it('has every fault told, each at its place', async () => {
    const { create, space } = await openMaps();
    const wrong = {
      title: ' ',
      description: '\0',
      view: { longitude: 181, latitude: -91, zoom: NaN, bearing: 400, pitch: -1 },
      layers: [
        openTrees(space, { id: 'a/b', title: 'x'.repeat(201) }),
        openTrees(space, { style: { color: { by: 'one', color: 'red' } }, popup: { title: '{' } }),
        openTrees(space, { filter: { kind: 'and', filters: [{ kind: 'compare', path: [], operator: 'equals', values: [] }] } }), // prettier-ignore
        openTrees(space, { id: 'table', table: ['a', ''] }),
      ],
    };
    const error: unknown = await create.execute(alice, wrong).catch((one: unknown) => one);
    const { listed } = error as { readonly listed: readonly { readonly pointer: string }[] };
    expect(listed.map(({ pointer }) => pointer)).toEqual([
      '/title',
      '/description',
      '/layers/0/id',
      '/layers/0/title',
      '/layers/1/id',
      '/layers/1/style/color/color',
      '/layers/1/popup/title',
      '/layers/2/id',
      '/layers/2/filter/filters/0/path',
      '/layers/2/filter/filters/0/values',
      '/layers/3/table/1',
      '/view/longitude',
      '/view/latitude',
      '/view/zoom',
      '/view/bearing',
      '/view/pitch',
    ]);
  });

  it('has bounds', async () => {
    const { create, space } = await openMaps();
    const made = (layers: Parameters<typeof openTrees>[1][]) =>
      create.execute(alice, {
        title: 'x',
        layers: layers.map((layer) => openTrees(space, { id: undefined, ...layer })),
      });
    expect((await made(several(50, () => ({})))).layers).toHaveLength(50);
    await expect(made(several(51, () => ({})))).rejects.toMatchObject({
      listed: [{ code: 'too-many-layers' }],
    });
    const large = { table: several(100, (number) => `${number}${'x'.repeat(900)}`) };
    await expect(made(several(6, () => large))).rejects.toMatchObject({ listed: [{ code: 'too-large' }] });
    const condition = { kind: 'compare', path: ['id'], operator: 'equals', values: ['x'] } as const;
    const many = { filter: { kind: 'or', filters: several(100, () => condition) } } as const;
    await expect(made([many])).rejects.toMatchObject({ listed: [{ code: 'too-many-filters' }] });
    const deep = several(10, () => 0).reduce<object>((filter) => ({ kind: 'not', filter }), condition);
    await expect(made([{ filter: deep as typeof condition }])).rejects.toMatchObject({
      listed: [{ code: 'invalid-filter' }],
    });
  });

  it('is changed in part, and `null` takes away', async () => {
    const { create, update, space } = await openMaps();
    const view = { longitude: 8, latitude: 47, zoom: 12 };
    const map = await create.execute(alice, {
      title: 'x',
      view,
      baseMap: 'none',
      layers: [openTrees(space)],
    });
    const titled = await update.execute(alice, map, { title: 'y' });
    expect(titled).toEqual({ ...map, title: 'y', version: 2, updatedAt: titled.updatedAt });
    const { view: _, baseMap: __, ...rest } = titled;
    const bare = await update.execute(alice, map, { view: null, baseMap: null, layers: [] });
    expect(bare).toEqual({ ...rest, layers: [], version: 3, updatedAt: bare.updatedAt });
  });

  it('is changed by who knows its version, or by everybody in turn', async () => {
    const { create, update, read } = await openMaps();
    const map = await create.execute(alice, { title: 'x' });
    const outcomes = await Promise.allSettled(
      several(5, (number) => update.execute(alice, map, { title: `${number}`, version: 1 })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(changed);
    await Promise.all(several(5, (number) => update.execute(alice, map, { description: `${number}` })));
    expect((await read.execute(map)).map.version).toBe(7);
  });

  it('is deleted into the trash, and comes back', async () => {
    const { create, remove, restore, read } = await openMaps();
    const map = await create.execute(alice, { title: 'x' });
    await remove.execute(map, { deletedBy: 'user:alice' });
    await expect(read.execute(map)).rejects.toMatchObject({ code: 'map-not-found' });
    await expect(remove.execute(map)).rejects.toMatchObject({ code: 'map-not-found' });
    await restore.execute('alice', map.id);
    expect((await read.execute(map)).map).toEqual(map);
  });

  it('does not show of what its layers are made to those who only look at it', async () => {
    const { create, read, space } = await openMaps();
    const map = await create.execute(alice, { title: 'x', layers: [openTrees(space)] });
    const shown = JSON.stringify(shownMap(await read.execute(map)));
    expect(shown).toContain('"isGone":false');
    for (const hidden of [space.id, 'state', 'filter', 'sharedBy', 'spaceCreatedAt'])
      expect(shown).not.toContain(hidden);
  });
});

describe('the default map of a space', () => {
  it('is suggested from its features, with every property that its popup shows', async () => {
    const { openDefault, openLayer, read, space } = await openMaps();
    const map = await openDefault.execute(alice, space.id);
    expect(map).toMatchObject({ id: defaultMapId(space.id), owner: 'alice', title: 'HIDDEN', version: 0 });
    expect(spaceOfDefault(map.id)).toBe(space.id);
    expect((await read.execute(map)).map).toEqual(map);
    const [layer] = map.layers;
    expect(layer).toMatchObject({ space: space.id, style: { label: { property: 'name' } } });
    expect(await (await openLayer(map, layer?.id)).count()).toBe(3);
  });

  it('follows the features until it is changed', async () => {
    const { openDefault, update, features, space, list } = await openMaps();
    const write = async (name: string): Promise<void> => {
      const more = several(9, (number) =>
        aFeature(`${name}${number}`, { properties: { [name]: `${number}` } }),
      );
      await features.write(space.id, aBatch(more.map((feature) => writing(feature))));
    };
    const before = await openDefault.execute(alice, space.id);
    await write('added');
    const after = await openDefault.execute(alice, space.id);
    expect(JSON.stringify(before)).not.toContain('added');
    expect(JSON.stringify(after)).toContain('added');
    const stored = await update.execute(alice, after, { title: 'Mine', version: 0 });
    expect(stored).toMatchObject({ ...after, title: 'Mine', version: 1, updatedAt: stored.updatedAt });
    expect(after.updatedAt).toBe(before.createdAt); // nobody has changed it
    await write('later');
    expect(await openDefault.execute(alice, space.id)).toEqual(stored);
    expect((await list.execute('alice', { limit: 9 }, space.id)).items.map(({ id }) => id)).toEqual([
      stored.id,
    ]);
  });

  it('is stored once, by the first of many changes', async () => {
    const { openDefault, update, space } = await openMaps();
    const map = await openDefault.execute(alice, space.id);
    const attempts = several(4, () => update.execute(alice, map, { title: 'x', version: 0 }));
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(changed);
    await Promise.all(several(3, () => update.execute(alice, map, { title: 'y' })));
    expect((await openDefault.execute(alice, space.id)).version).toBe(4);
  });

  it('is suggested again once it is deleted', async () => {
    const { openDefault, update, remove, space } = await openMaps();
    const map = await openDefault.execute(alice, space.id);
    await remove.execute(map);
    await update.execute(alice, map, { layers: [openTrees(space, { style: oneColor })] });
    await remove.execute(map);
    expect(await openDefault.execute(alice, space.id)).toEqual(map);
  });

  it('is not that of a former space with the same id', async () => {
    const { openDefault, update, read, spaces, space } = await openMaps();
    const former = await update.execute(alice, await openDefault.execute(alice, space.id), {
      title: 'Former',
    });
    await spaces.remove(space.id, () => undefined);
    expect((await read.execute(former)).gone).toEqual(['features']);
    await spaces.add(aSpace({ id: space.id, title: 'New' }));
    expect(await openDefault.execute(alice, space.id)).toMatchObject({ title: 'New', version: 0 });
    expect((await read.execute(former)).map).toMatchObject({ title: 'New', version: 0 });
    await update.execute(alice, former, { title: 'Mine', version: 0 });
    expect(await openDefault.execute(alice, space.id)).toMatchObject({ title: 'Mine', version: 1 });
  });

  it('is only for those who may read the space, and belongs to its owner', async () => {
    const { openDefault, read, spaces, space } = await openMaps();
    const id = defaultMapId(space.id);
    await expect(openDefault.execute(callerOf('bob'), space.id)).rejects.toMatchObject({
      code: 'space-forbidden',
    });
    for (const key of [
      { owner: 'bob', id },
      { owner: 'alice', id: defaultMapId('absent') },
    ])
      await expect(read.execute(key)).rejects.toMatchObject({ code: 'map-not-found' });
    const empty = aSpace({ title: '' });
    await spaces.add(empty);
    expect(await openDefault.execute(alice, empty.id)).toMatchObject({
      title: empty.id,
      layers: [{ title: empty.id }],
    });
  });
});
