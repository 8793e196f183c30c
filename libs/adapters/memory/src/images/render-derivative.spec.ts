import { describe, expect, it } from '@jest/globals';
import { Unrenderable, DeleteRemovedBlobs, DerivativeLimits } from '@cairn/images';
import { Derivatives, type BlobStore } from '@cairn/images/spi';
import { StorageFull } from '@cairn/kernel';
import { anImage, later, sabotaged } from '@cairn/testkit';
import { asked, asking, opened, requestFor, text, type Opened } from './derivatives.spec.kit.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryBlobStore } from '../blobs/memory-blob-store.js';

describe('RenderDerivative', () => {
  it('renders once for all who ask at the same time, and not again later', async () => {
    const cairn = await opened();
    const many = await Promise.all(Array.from({ length: 100 }, () => asked(cairn, { w: '8' })));
    expect(new Set(await Promise.all(many.map(text))).size).toBe(1);
    expect((await asked(cairn, { w: '4', dpr: '2' })).key).toBe(many[0]?.key);
    expect(cairn.renderer.started).toBe(1);
  });

  it('renders with the first turn of one of those who wait', async () => {
    const cairn = await opened();
    const { render, blobs, image, renderer } = cairn;
    const ask = (holder: string) => render.execute(requestFor(blobs, image, { w: '8' }, holder)).result;
    await Promise.all([ask('alice'), ask('bob')]);
    expect([renderer.started, renderer.holders]).toEqual([1, ['alice', 'bob']]);
  });

  it('stores an image once, however often it is read', async () => {
    const store = new MemoryBlobStore(new ManualClock(1));
    let writes = 0;
    const blobs = sabotaged<BlobStore>(store, {
      area: (name) => store.area(name),
      stage: async (source, limit) => {
        writes += 1;
        return await store.stage(source, limit);
      },
    });
    const cairn = await opened({ blobs });
    writes = 0;
    for (let time = 0; time < 5; time += 1) await text(await asked(cairn, { w: '8' }));
    expect(writes).toBe(1);
  });

  it('renders each size of an image for itself, also at the same time', async () => {
    const cairn = await opened();
    const sizes = Array.from({ length: 16 }, (_, index) => index + 1);
    const texts = await Promise.all(sizes.map(async (w) => await text(await asked(cairn, { w: String(w) }))));
    texts.forEach((each, index) => expect(each).toContain(`"width":${index + 1},`));
    for (const w of sizes) expect(await text(await asked(cairn, { w: String(w) }))).toBe(texts[w - 1]);
  });

  it('stops rendering when the last one who waits has left, not before', async () => {
    const cairn = await opened();
    cairn.renderer.goOn = new Promise(() => undefined);
    const [one, other] = [asking(cairn, cairn.image, { w: '8' }), asking(cairn, cairn.image, { w: '8' })];
    void Promise.allSettled([one.result, other.result]);
    while (cairn.renderer.started === 0) await later();
    one.leave();
    one.leave();
    expect(cairn.renderer.cancelled).toBe(0);
    other.leave();
    expect(cairn.renderer.cancelled).toBe(1);
    cairn.renderer.goOn = Promise.resolve();
    expect((await asked(cairn, { w: '8' })).sizeInBytes).toBeGreaterThan(0);
  });

  it.each<[string, (cairn: Opened, key: string) => unknown]>([
    ['asked for', (cairn) => asked(cairn, { w: '10' })],
    ['sent from memory', ({ render }, key) => render.use(key)],
  ])('removes those used least recently when the budget is used up; %s is used', async (_how, use) => {
    const cairn = await opened({ budgetInBytes: 1_000 });
    const { key, sizeInBytes: size } = await asked(cairn, { w: '10' });
    const fits = Math.floor(1_000 / size);
    for (let width = 1; width < fits; width += 1) await asked(cairn, { w: String(width) });
    await use(cairn, key);
    await asked(cairn, { w: '11' });
    const started = cairn.renderer.started;
    await asked(cairn, { w: '10' });
    expect(cairn.renderer.started).toBe(started);
    await asked(cairn, { w: '1' });
    expect(cairn.renderer.started).toBe(started + 1);
    const stored = await cairn.blobs.area('derivatives').list(1_000, undefined);
    expect(stored.reduce((total, { sizeInBytes }) => total + sizeInBytes, 0)).toBeLessThanOrEqual(1_000);
  });

  it('counts what was stored before a restart', async () => {
    const cairn = await opened();
    for (let width = 1; width < 9; width += 1) await asked(cairn, { w: String(width) });
    const { blobs } = cairn;
    const again = new Derivatives({ blobs, limits: new DerivativeLimits(600) });
    const { kept, keptBytes, evicted } = await again.evict();
    expect([kept + evicted, keptBytes <= 600]).toEqual([8, true]);
    expect(await blobs.area('derivatives').list(100, undefined)).toHaveLength(kept);
  });

  it('renders again what was evicted between finding and reading it', async () => {
    const cairn = await opened();
    await asked(cairn, { w: '8' });
    const found = await asked(cairn, { w: '8' });
    await cairn.blobs.area('derivatives').delete(found.key);
    expect(await text(found)).toContain('"width":8');
    expect(cairn.renderer.started).toBe(2);
  });

  it('removes the derivatives of a removed image, and no others', async () => {
    const cairn = await opened();
    const { blobs, catalog, derivatives, outbox, image } = cairn;
    const other = anImage({ file: image.file });
    await catalog.add({ ...other, file: { ...image.file, blobKey: 'f'.repeat(32) } }, 10);
    await asked(cairn, { w: '8' });
    await asked(cairn, { w: '4' });
    await catalog.remove(image.owner, image.id);
    const consumer = new DeleteRemovedBlobs({ catalog, blobs, derivatives });
    for (const { event } of await outbox.list(0, 10)) await consumer.handle(event);
    expect(await blobs.area('derivatives').list(10, undefined)).toEqual([]);
  });

  it('keeps nothing of an image that is removed while it is rendered', async () => {
    const cairn = await opened();
    let goOn = (): void => undefined;
    cairn.renderer.goOn = new Promise((resolve) => (goOn = resolve));
    const waiting = asking(cairn, cairn.image, { w: '8' });
    while (cairn.renderer.started === 0) await later();
    await cairn.catalog.remove(cairn.image.owner, cairn.image.id);
    goOn();
    await expect(waiting.result).rejects.toMatchObject({ code: 'file-not-found' });
    expect(await cairn.blobs.area('derivatives').list(10, undefined)).toEqual([]);
  });

  it('serves what cannot be stored', async () => {
    const store = new MemoryBlobStore(new ManualClock(1));
    let isFull = false;
    const blobs = sabotaged<BlobStore>(store, {
      area: (name) => store.area(name),
      stage: async (source, limit) => {
        if (isFull) throw new StorageFull('full');
        return await store.stage(source, limit);
      },
    });
    const cairn = await opened({ blobs });
    isFull = true;
    const derivative = await asked(cairn, { w: '8' });
    expect(await text(derivative)).toContain('"width":8');
    expect(await derivative.isStored()).toBe(false);
  });

  it('tries what could not be rendered again after a minute only', async () => {
    const cairn = await opened();
    const { renderer, clock } = cairn;
    const fail = (): Promise<never> => Promise.reject(new Unrenderable('it is damaged'));
    let tries = 0;
    renderer.render = () => {
      tries += 1;
      return { image: fail(), join: () => undefined, cancel: () => undefined };
    };
    for (const passed of [0, 1, 58_000, 2_000]) {
      clock.advance(passed);
      await expect(asked(cairn, { w: '8' })).rejects.toMatchObject({ code: 'unrenderable' });
    }
    expect(tries).toBe(2);
  });
});
