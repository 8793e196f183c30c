import { describe, expect, it } from '@jest/globals';
import type { NewLayer, WebMap } from '@cairn/maps';
import type { Space } from '@cairn/spaces';
import { aSpace } from '@cairn/testkit';
import { alice, callerOf, grantedCaller, oneColor, openMaps, openTrees } from './maps.spec.kit.js';

const gone = { code: 'map-layer-gone' };
const VIEW = ['readFeatures'] as const;
const MANAGE = [...VIEW, 'manageSpaces'] as const;

/** A map of bob with the trees of alice, which he has added with these rights on them. */
async function bobsMap(rights: Parameters<typeof grantedCaller>[2], given: Partial<NewLayer> = {}) {
  const hub = await openMaps();
  const bob = grantedCaller('bob', hub.space, rights);
  const map = await hub.create.execute(bob, { title: 'Mine', layers: [openTrees(hub.space, given)] });
  return { ...hub, bob, map };
}

describe('a layer', () => {
  it('of a space of the map’s owner is for everyone who may read the map', async () => {
    const { create, openLayer, read, space } = await openMaps();
    const map = await create.execute(alice, { title: 'x', layers: [openTrees(space)] });
    expect(map.layers[0]?.sharedBy).toBeUndefined();
    expect(await (await openLayer(map)).count()).toBe(2);
    expect((await read.execute(map)).gone).toEqual([]);
  });

  it.each<[string, (space: Space) => Partial<Space>]>([
    ['is not active', ({ settings }) => ({ settings: { ...settings, active: false } })],
    ['belongs to somebody else', () => ({ owner: 'carol' })],
  ])('is gone while its space %s', async (_, change) => {
    const { create, openLayer, read, space, spaces } = await openMaps();
    const map = await create.execute(alice, { title: 'x', layers: [openTrees(space)] });
    const opened = await openLayer(map);
    await spaces.update(space.id, (stored) => ({ ...stored, ...change(stored) }));
    await expect(openLayer(map)).rejects.toMatchObject(gone);
    await expect(opened.search({ limit: 1 })).rejects.toMatchObject(gone);
    await expect(opened.count()).rejects.toMatchObject(gone);
    expect((await read.execute(map)).gone).toEqual(['trees']);
    await spaces.update(space.id, () => space);
    expect(await (await openLayer(map)).count()).toBe(2);
  });

  it('is gone with its space, also while it is read, and says so like a forbidden one', async () => {
    const { create, openLayer, space, spaces } = await openMaps();
    const map = await create.execute(alice, { title: 'x', layers: [openTrees(space)] });
    const opened = await openLayer(map);
    const found = await opened.search({ limit: 9 });
    const tile = await opened.tile({
      tile: { scheme: 'web-mercator', zoom: 0, x: 0, y: 0 },
      of: 'features',
      buffer: 0,
    });
    await spaces.remove(space.id, () => undefined);
    await expect(found[Symbol.asyncIterator]().next()).rejects.toMatchObject(gone);
    await expect(tile.draw()).rejects.toMatchObject(gone);
    for (const attempt of [
      opened.find('oak'),
      opened.describe(),
      opened.analyse({}),
      opened.export({ format: 'ndjson' }),
    ])
      // prettier-ignore
      await expect(attempt).rejects.toMatchObject(gone);
    await expect(openLayer(map)).rejects.toMatchObject(gone);
    await spaces.add(aSpace({ id: space.id, owner: 'carol' }));
    await expect(openLayer(map)).rejects.toMatchObject(gone);
  });

  it('does not show another space that gets the id of its own, until that is put into it', async () => {
    const { create, update, openLayer, read, remake, space } = await openMaps();
    const map = await create.execute(alice, { title: 'x', layers: [openTrees(space)] });
    await remake();
    await expect(openLayer(map)).rejects.toMatchObject(gone);
    expect((await read.execute(map, alice)).gone).toEqual(['trees']);
    const layers = [openTrees(space, { title: 'Renamed' })];
    await update.execute(alice, map, { layers });
    await expect(openLayer(map)).rejects.toMatchObject(gone);
    await update.execute(alice, map, { layers: [openTrees(space, { filter: undefined })] });
    expect(await (await openLayer(map)).count()).toBe(3);
  });

  it('stays in a map of the account of its space when who has added it loses the rights', async () => {
    const { create, update, openLayer, space } = await openMaps();
    const map = await create.execute(alice, { title: 'x' });
    const manager = { ...grantedCaller('bob', space, MANAGE), owner: 'alice' };
    await update.execute(manager, map, { layers: [openTrees(space)] });
    // No grant of bob is stored: the account has the map and the space, as it has the links that he has made.
    expect(await (await openLayer(map)).count()).toBe(2);
  });

  it('of a space of others is for everyone while who has added it may share the space', async () => {
    const { map, openLayer, give, grants } = await bobsMap(MANAGE);
    expect(map.layers[0]?.sharedBy).toBe('user:bob');
    await expect(openLayer(map)).rejects.toMatchObject(gone); // no such grant is stored
    const { id } = await give('manager');
    expect(await (await openLayer(map)).count()).toBe(2);
    await give('editor');
    await expect(openLayer(map)).rejects.toMatchObject(gone);
    await give('manager', 'bob', { type: 'account', id: 'alice' });
    expect(await (await openLayer(map)).count()).toBe(2);
    await grants.remove(id);
    expect(await (await openLayer(map)).count()).toBe(2);
  });

  it('of a space that one may only read is for those alone who may read it', async () => {
    const { map, openLayer, read, give, bob } = await bobsMap(VIEW);
    await give('manager'); // later than the layer was added
    await expect(openLayer(map)).rejects.toMatchObject(gone);
    expect((await read.execute(map)).gone).toEqual(['trees']);
    expect((await read.execute(map, bob)).gone).toEqual([]);
    const opened = await openLayer(map, 'trees', { caller: bob });
    expect(await opened.count()).toBe(2);
    expect(await opened.find('oak')).not.toContain('HIDDEN');
    await expect(openLayer(map, 'trees', { caller: callerOf('carol') })).rejects.toMatchObject(gone);
  });

  it('that a key has added is vouched for by nobody', async () => {
    const { create, openLayer, give, space } = await openMaps();
    const key = { ...grantedCaller('bob', space, MANAGE), actor: 'key:bob' };
    const map = await create.execute(key, { title: 'x', layers: [openTrees(space)] });
    await give('manager');
    await expect(openLayer(map)).rejects.toMatchObject(gone);
  });

  it('is not found by another id, nor in a map of another owner', async () => {
    const { create, openLayer, space } = await openMaps();
    const map = await create.execute(alice, { title: 'x', layers: [openTrees(space)] });
    await expect(openLayer(map, 'other')).rejects.toMatchObject({ code: 'map-layer-not-found' });
    await expect(openLayer({ ...map, owner: 'bob' })).rejects.toMatchObject({ code: 'map-not-found' });
  });
});

describe('a space', () => {
  it('of which one may know nothing looks like one that does not exist, and every fault is told', async () => {
    const { create, space } = await openMaps();
    const layers = ['absent', space.id, 'absent'].map((id) => openTrees({ ...space, id }, { id: undefined }));
    const faults = ['absent', space.id].map(async (id) => {
      const made = create.execute(callerOf('bob'), { title: 'x', layers: [openTrees({ ...space, id })] });
      return await made.catch((error: unknown) => error);
    });
    const [one, other] = await Promise.all(faults);
    expect(other).toEqual(one);
    await expect(create.execute(callerOf('bob'), { title: 'x', layers })).rejects.toMatchObject({
      listed: [0, 1, 2].map((index) => ({ pointer: `/layers/${index}/space`, code: 'unknown-space' })),
    });
  });

  it('is put into a map of its owner only by who may share it', async () => {
    const { update, create, space } = await openMaps();
    const map = await create.execute(alice, { title: 'x' });
    const editor = { ...grantedCaller('bob', space, VIEW), owner: 'alice' };
    const layers = [openTrees(space)];
    await expect(update.execute(editor, map, { layers })).rejects.toMatchObject({
      listed: [{ pointer: '/layers/0/space', code: 'not-shared' }],
    });
    const manager = { ...grantedCaller('bob', space, MANAGE), owner: 'alice' };
    expect((await update.execute(manager, map, { layers })).layers).toHaveLength(1);
  });
});

describe('who edits a map without the right to share its space', () => {
  const editing = async () => {
    const hub = await openMaps();
    const map = await hub.create.execute(alice, { title: 'x', layers: [openTrees(hub.space)] });
    const editor = { ...callerOf('bob'), owner: 'alice', rights: {} };
    const edit = async (given: Partial<NewLayer>): Promise<WebMap> =>
      await hub.update.execute(editor, map, { layers: [openTrees(hub.space, given)] });
    return { ...hub, edit };
  };

  it.each<[string, Partial<NewLayer>]>([
    ['its title', { title: 'Other', visible: false }],
    [
      'its style, by what it shows',
      { style: { color: { by: 'ramp', property: 'height', ramp: 'Blues', domain: [0, 9] } } },
    ],
    ['less', { popup: undefined, style: { ...oneColor, label: { property: 'name' } } }],
  ])('changes %s', async (_, given) => {
    const { edit } = await editing();
    expect((await edit(given)).version).toBe(2);
  });

  it.each<[string, Partial<NewLayer>]>([
    ['no filter', { filter: undefined }],
    [
      'another filter',
      { filter: { kind: 'compare', path: ['properties', 'owner'], operator: 'startsWith', values: ['H'] } },
    ],
    ['another property in its style', { style: { ...oneColor, label: { property: 'owner' } } }],
    ['another property in its popup', { popup: { title: '{owner}' } }],
    ['another property in its table', { table: ['owner'] }],
    ['another id', { id: 'other' }],
  ])('gives it not %s', async (_, given) => {
    const { edit } = await editing();
    await expect(edit(given)).rejects.toMatchObject({ listed: [{ pointer: '/layers/0/space' }] });
  });

  it('makes no features of cells', async () => {
    const { create, update, space } = await openMaps();
    const color = { by: 'ramp', property: 'height', ramp: 'Blues', domain: [0, 9] } as const;
    const cells = openTrees(space, { popup: undefined, style: { color, drawAs: 'hexagons' } });
    const map = await create.execute(alice, { title: 'x', layers: [cells] });
    const editor = { ...callerOf('bob'), owner: 'alice', rights: {} };
    const layers = [{ ...cells, style: { color } }];
    await expect(update.execute(editor, map, { layers })).rejects.toMatchObject({
      listed: [{ pointer: '/layers/0/space' }],
    });
  });
});
