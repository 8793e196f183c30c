import { TileCache } from '@cairn/spaces';
import type { MapPicture, PictureLook, WebMap } from '@cairn/maps';
import type { MapPainter } from '@cairn/maps/spi';
import { describe, expect, it } from '@jest/globals';
import { MemoryMapPainter } from './memory-map-painter.js';
import { alice, openMaps, openTrees } from './maps.spec.kit.js';

const look: PictureLook = { width: 600, height: 300, scale: 1, theme: 'light', language: 'en' };

interface Described extends MapPicture {
  readonly tiles: readonly { readonly source: string; readonly sha256: string }[];
}

class CountingPainter implements MapPainter {
  readonly isInstalled = true;
  count = 0;
  private readonly painter = new MemoryMapPainter();

  paint: MapPainter['paint'] = async (picture, terms) => {
    this.count += 1;
    return await this.painter.paint(picture, terms);
  };
}

async function opened(painter: MapPainter = new MemoryMapPainter()) {
  const world = await openMaps();
  const { signal } = new AbortController();
  const drawing = world.pictures({ painter, cache: new TileCache(1_000_000) });
  const draw = async (map: WebMap, given: Partial<PictureLook> = {}): Promise<Described> => {
    const bytes = await drawing.execute(map, { ...look, ...given }, { holder: 'a', cancellation: signal });
    return JSON.parse(new TextDecoder().decode(bytes)) as Described;
  };
  return { ...world, drawing, draw };
}

describe('a picture of a map', () => {
  it('shows its layers where their features are, or the view of the map', async () => {
    const { create, space, draw } = await opened();
    const layers = [
      openTrees(space, { filter: undefined }),
      openTrees(space, { id: 'again', filter: undefined }),
    ];
    const map = await create.execute(alice, { title: 'Park', layers });
    const shown = await draw(map);
    expect(shown).toMatchObject({
      baseMap: 'ground',
      view: { longitude: 8.5, zoom: expect.closeTo(6.5, 0) },
    });
    expect(shown.layers.map(({ id }) => id).filter((id) => id.endsWith('points'))).toEqual([
      'trees:points',
      'again:points',
    ]);
    expect(new Set(shown.tiles.map(({ source }) => source))).toEqual(
      new Set(['trees:features', 'again:features']),
    );
    const view = { longitude: 1, latitude: 2, zoom: 5, bearing: 20 };
    const own = await create.execute(alice, { title: 'Park', layers, view, baseMap: 'none' });
    expect(await draw(own)).toMatchObject({
      baseMap: 'none',
      view: { longitude: 1, latitude: expect.closeTo(2, 9), zoom: 5 },
      tiles: [],
    });
    expect(await draw(map, { baseMap: 'none' })).toMatchObject({ baseMap: 'none' });
  });

  it('has the cells that a style draws at its zoom, and no features then', async () => {
    const { create, space, draw } = await opened();
    const style = { color: { by: 'one', color: '#2a6f97' }, drawAs: 'clusters' } as const;
    const layers = [openTrees(space, { style, filter: undefined })];
    const { tiles, layers: drawn } = await draw(await create.execute(alice, { title: 'Park', layers }));
    expect(new Set([...tiles, ...drawn].map(({ source }) => source))).toEqual(new Set(['trees:cells']));
  });

  it('leaves out what is not visible, gone, or there at all', async () => {
    const { create, spaces, space, draw } = await opened();
    const layers = [openTrees(space), openTrees(space, { id: 'hidden', visible: false })];
    const map = await create.execute(alice, { title: 'Park', layers });
    expect((await draw(map)).layers.every(({ id }) => id.startsWith('trees:'))).toBe(true);
    await spaces.remove(space.id, () => undefined);
    expect(await draw(map)).toMatchObject({ layers: [], tiles: [], credits: [] });
    const empty = await create.execute(alice, { title: 'Empty' });
    expect(await draw(empty)).toMatchObject({ view: { longitude: 0, zoom: 1 }, layers: [] });
  });

  it('is drawn once, and anew after each write', async () => {
    const painter = new CountingPainter();
    const { create, update, space, draw, writeTree } = await opened(painter);
    const map = await create.execute(alice, { title: 'Park', layers: [openTrees(space)] });
    const first = await draw(map);
    expect([await draw(map), painter.count]).toEqual([first, 1]);
    await writeTree();
    const second = await draw(map);
    expect(painter.count).toBe(2);
    expect(second.tiles).not.toEqual(first.tiles);
    const style = { color: { by: 'one', color: '#ff0000' } } as const;
    await update.execute(alice, map, { layers: [openTrees(space, { style })] });
    expect([(await draw(map)).layers, painter.count]).not.toEqual([second.layers, 2]);
  });

  it('is nothing for who has gone, and of no other map than there is', async () => {
    const { create, space, drawing } = await opened();
    const map = await create.execute(alice, { title: 'Park', layers: [openTrees(space)] });
    const gone = new AbortController();
    gone.abort();
    expect(await drawing.execute(map, look, { cancellation: gone.signal })).toBeUndefined();
    await expect(
      drawing.execute({ owner: 'alice', id: 'none' }, look, { cancellation: new AbortController().signal }),
    ).rejects.toMatchObject({ code: 'map-not-found' });
  });
});
