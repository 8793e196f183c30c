import { afterAll, describe, expect, it } from '@jest/globals';
import { DEFAULT_FEATURE_LIMITS, type FeatureReader } from '@cairn/spaces/spi';
import { featureReaderContract, later, several, verify } from '@cairn/testkit';
import { ThreadedFeatureReader } from './threaded-feature-reader.js';

const reader = new ThreadedFeatureReader();
afterAll(() => reader.close());
const open = async (): Promise<FeatureReader> => reader;

describe('ThreadedFeatureReader', () => {
  verify({ contract: featureReaderContract, subject: { open, reopen: open }, it });

  it('starts again after its thread ended, and what was being read is rejected', async () => {
    const mortal = new ThreadedFeatureReader();
    async function* bytes() {
      for (;;) yield new TextEncoder().encode('{"id":1}\n');
    }
    const reading = (async () => {
      for await (const { features } of mortal.read(bytes(), { limits: DEFAULT_FEATURE_LIMITS }))
        if (features.length > 1_000_000) return;
    })();
    await mortal.close();
    await expect(reading).rejects.toMatchObject({ code: 'storage-unavailable' });
    async function* one() {
      yield new TextEncoder().encode('{"id":1}');
    }
    const ids: unknown[] = [];
    for await (const { features } of mortal.read(one(), { limits: DEFAULT_FEATURE_LIMITS }))
      ids.push(...features.map(({ parsed }) => parsed.draft?.id));
    expect(ids).toEqual(['1']);
    await mortal.close();
  });

  it('rejects what its thread cannot read, and goes on with others', async () => {
    let end = (): void => undefined;
    const isEnd = new Promise<void>((resolve) => (end = resolve));
    async function* slowly() {
      yield new TextEncoder().encode('{"id":1}\n');
      await isEnd;
      yield new TextEncoder().encode('{"id":2}\n');
    }
    const ids: unknown[] = [];
    const reading = (async () => {
      for await (const { features } of reader.read(slowly(), { limits: DEFAULT_FEATURE_LIMITS })) {
        ids.push(...features.map(({ parsed }) => parsed.draft?.id));
        if (ids.length === 1) end();
      }
    })();
    const withoutLimits = { limits: undefined } as unknown as { limits: typeof DEFAULT_FEATURE_LIMITS }; // a fault of ours
    await expect(reader.parse('{"type":"Feature"}', withoutLimits)).rejects.toBeInstanceOf(TypeError);
    await reading;
    expect(ids).toEqual(['1', '2']);
  });

  it('reads in turns of holders, however many streams one of them has', async () => {
    const read = { many: 0, one: 0 };
    const piece = new TextEncoder().encode('{"id":1}\n'.repeat(200));
    async function* pieces(count: number) {
      for (let number = 0; number < count; number += 1) yield piece;
    }
    const count = async (holder: 'many' | 'one', length: number): Promise<void> => {
      for await (const { features } of reader.read(pieces(length), {
        limits: DEFAULT_FEATURE_LIMITS,
        holder,
      }))
        read[holder] += features.length / 200;
    };
    const many = several(6, () => count('many', 60));
    while (read.many === 0) await later();
    const before = read.many;
    await count('one', 20);
    expect(read.many - before).toBeLessThanOrEqual(2 * read.one);
    await Promise.all(many);
    expect(read.many).toBeGreaterThanOrEqual(6 * 60);
  });

  it('gives back the turns of a stream that is left, and reads others', async () => {
    async function* endless() {
      for (;;) yield new TextEncoder().encode('{"id":1}\n');
    }
    for (let number = 0; number < 5; number += 1) {
      const stream = reader.read(endless(), { limits: DEFAULT_FEATURE_LIMITS, holder: 'leaving' });
      await stream.next();
      await stream.return();
    }
    const { draft } = await reader.parse('{"type":"Feature"}', { limits: DEFAULT_FEATURE_LIMITS });
    expect(draft).toBeDefined();
  });

  it('goes on reading while it copies a large feature', async () => {
    const order: string[] = [];
    const ring = several(40_000, (number) => {
      const angle = (number / 40_000) * 2 * Math.PI;
      const reach = 30 + 10 * Math.sin(400 * angle);
      return [reach * Math.cos(angle), reach * Math.sin(angle)];
    });
    const coordinates = [[...ring, ring[0]]];
    const feature = JSON.stringify({
      id: 'large',
      type: 'Feature',
      geometry: { type: 'Polygon', coordinates },
    });
    const body = `${feature.slice(0, -1)},"properties":{"@ns:com:here:xyz":{`;
    async function* one() {
      yield new TextEncoder().encode('{"id":1}');
    }
    const copying = reader.copies(body).then(({ length }) => {
      order.push('copied');
      return length;
    });
    for await (const { features } of reader.read(one(), { limits: DEFAULT_FEATURE_LIMITS }))
      if (features.length > 0) order.push('read');
    expect(await copying).toBeGreaterThan(5);
    expect(order).toEqual(['read', 'copied']);
  });

  it.each([
    ['time', { durationMs: 200, memoryInMebibytes: 1_024 }], // it takes seconds
    ['memory', { durationMs: 600_000, memoryInMebibytes: 24 }],
  ])('ends copies that take too much %s, while others read on, and copies the next', async (_, limits) => {
    const limited = new ThreadedFeatureReader(limits);
    const bodyOf = (positions: number): string => {
      const coordinates = several(positions, (index) => [
        (index % 2) * 300 - 150,
        (index / positions) * 160 - 80,
      ]);
      const text = JSON.stringify({ type: 'LineString', coordinates });
      return `{"type":"Feature","id":"a","geometry":${text},"properties":{"@ns:com:here:xyz":{`;
    };
    const dear = limited.copies(bodyOf(200_000));
    async function* one() {
      yield new TextEncoder().encode('{"id":1}');
    }
    let count = 0;
    for await (const { features } of limited.read(one(), { limits: DEFAULT_FEATURE_LIMITS }))
      count += features.length;
    expect([count, await dear]).toEqual([1, 'too-dear']);
    Object.assign(limited, { copyLimits: { ...limits, durationMs: 600_000 } }); // for those that are no matter of time
    expect(await limited.copies(bodyOf(100))).toHaveLength(0);
    await limited.close();
  });

  it('tells what goes wrong where it makes copies, and goes on', async () => {
    await expect(reader.copies('{')).rejects.toThrow('JSON');
    expect(await reader.copies('{"type":"Feature","properties":{"@ns:com:here:xyz":{')).toEqual([]);
  });

  it('leaves the event loop free while it reads', async () => {
    const line = `{"id":1,"properties":{"a":[${several(20_000, (number) => `{"x":${number}}`).join(',')}]}}\n`;
    async function* large() {
      yield* several(6, () => new TextEncoder().encode(line));
    }
    let [turns, isOver] = [0, false];
    const others = (async () => {
      for (; !isOver; turns += 1) await later();
    })();
    let count = 0;
    for await (const { features } of reader.read(large(), { limits: DEFAULT_FEATURE_LIMITS }))
      count += features.length;
    isOver = true;
    await others;
    expect(count).toBe(6);
    expect(turns).toBeGreaterThan(100); // some are between blocks, too
  });
});
