import { describe, expect, it } from '@jest/globals';
import {
  RendererCrashed,
  RendererKilled,
  RenderTimeout,
  type DerivativeRequest,
  type Query,
} from '@cairn/images';
import type { ImageRenderer } from '@cairn/images/spi';
import { later } from '@cairn/testkit';
import { asked, opened, requestFor, text, type Opened } from './derivatives.spec.kit.js';

const AVIF = { w: '8', format: 'avif' };
const never = { signal: { aborted: false }, refined: () => undefined };

/** The text that a client currently receives. */
async function served({ refine, render, blobs, image }: Opened, query: Query = AVIF): Promise<string> {
  const request: DerivativeRequest = await refine.best(requestFor(blobs, image, query));
  return await text(await render.execute(request).result);
}

describe('RefineDerivatives', () => {
  it('makes a better AVIF once nobody waits, under a key of its own, and serves it from then on', async () => {
    const cairn = await opened();
    const { refine, clock, derivatives, render, blobs, image } = cairn;
    const before = await served(cairn);
    expect(before).not.toContain('thorough');
    expect(await refine.execute(never)).toBe(0);
    clock.advance(2_000);
    expect(await refine.execute(never)).toBe(1);
    clock.advance(1);
    expect(await served(cairn)).toContain('"effort":"thorough"');
    expect(await refine.execute(never)).toBe(0);
    const plain = requestFor(blobs, image, AVIF);
    const [fast, better] = [render.keyOf(plain), render.keyOf(await refine.best(plain))];
    expect(better).not.toBe(fast);
    expect(await Promise.all([fast, better].map((key) => derivatives.isStored(key)))).toEqual([true, true]);
  });

  it('stops when someone waits for an image, keeps nothing of it, and goes on later', async () => {
    const cairn = await opened();
    const { refine, clock, renderer, blobs } = cairn;
    await served(cairn);
    clock.advance(2_000);
    let goOn = (): void => undefined;
    renderer.goOn = new Promise((resolve) => (goOn = resolve));
    const running = refine.execute(never);
    while (renderer.started < 2) await later();
    const kept = await blobs.area('derivatives').list(10, undefined);
    const waiting = asked(cairn, { w: '4' });
    while (renderer.cancelled === 0) await later();
    expect(renderer.cancelled).toBe(1);
    goOn();
    expect(await running).toBe(0);
    await waiting;
    expect(await blobs.area('derivatives').list(10, undefined)).toHaveLength(kept.length + 1);
    clock.advance(2_000);
    expect(await refine.execute(never)).toBe(1);
  });

  it.each([new RenderTimeout(20), new RendererCrashed(), new RendererKilled()])(
    'goes on after one that fails, which is set aside however often it is asked for: %s',
    async (error) => {
      const cairn = await opened();
      const { refine, clock, renderer } = cairn;
      let [isBad, tries] = [true, 0];
      const render: ImageRenderer['render'] = renderer.render;
      renderer.render = (request) => {
        const isBadOne = request.effort === 'thorough' && request.transform.w === 8;
        tries += isBadOne ? 1 : 0;
        const image = Promise.reject(error);
        image.catch(() => undefined);
        return isBadOne && isBad ? { ...render(request), image } : render(request);
      };
      await served(cairn);
      await served(cairn, { ...AVIF, w: '4' });
      clock.advance(2_000);
      expect(await refine.execute(never)).toBe(1);
      for (let hours = 10; hours <= 60; hours += 10) {
        clock.advance(10 * 60 * 60_000);
        await served(cairn);
        clock.advance(2_000);
        expect(await refine.execute(never)).toBe(0);
      }
      expect([tries, await cairn.failures.count()]).toEqual([5, { 'refine-derivatives': 1 }]);
      isBad = false;
      await cairn.failures.retry({ job: 'refine-derivatives' }, clock.now());
      await served(cairn);
      clock.advance(2_000);
      expect(await refine.execute(never)).toBe(1);
      expect(await cairn.failures.count()).toEqual({});
    },
  );

  it('leaves alone what is not AVIF or is large, and what would not be kept', async () => {
    for (const [query, options] of [
      [{ w: '8', format: 'webp' }, {}],
      [{ w: '4000', enlarge: 'true', format: 'avif' }, {}],
      [AVIF, { budgetInBytes: 0 }],
    ] as const) {
      const cairn = await opened(options);
      await served(cairn, query);
      cairn.clock.advance(2_000);
      expect(await cairn.refine.execute(never)).toBe(0);
    }
  });

  it('has no more waiting than a minute of work, and of one holder a quarter of that', async () => {
    const cairn = await opened();
    const { refine, clock, blobs, image } = cairn;
    let colour = 0x10_00_00;
    /** Each of half a megapixel, and another one. */
    const ask = async (holder: string, count: number): Promise<void> => {
      for (let number = 0; number < count; number += 1) {
        const background = (colour += 1).toString(16);
        const query = { w: '1000', h: '500', fit: 'fill', enlarge: 'true', format: 'avif', background };
        await refine.best(requestFor(blobs, image, query, holder));
      }
    };
    await ask('many', 60);
    await ask('one', 3);
    clock.advance(2_000);
    expect(await refine.execute(never)).toBe(12 + 3);
    for (const holder of ['a', 'b', 'c', 'd', 'e']) await ask(holder, 20);
    expect(await refine.execute(never)).toBe(4 * 12);
  });

  it('finds what another node has made, after some seconds', async () => {
    const cairn = await opened();
    const other = await opened({ blobs: cairn.blobs, image: cairn.image });
    await served(cairn);
    await served(other);
    other.clock.advance(2_000);
    expect(await other.refine.execute(never)).toBe(1);
    expect(await served(cairn)).not.toContain('thorough');
    cairn.clock.advance(10_000);
    expect(await served(cairn)).toContain('thorough');
  });
});
