import { afterAll, describe, expect, it } from '@jest/globals';
import { featureText, FEATURE_SEPARATOR, type FeatureChunk, type StoredFeature } from '@cairn/spaces';
import { several } from '@cairn/testkit';
import type { ContentPack } from '../pack/content-pack.js';
import { PackSearch } from '../searching/pack-search.js';
import type { PackOrder } from './pack-builder.js';
import { ThreadedPackBuilder } from './threaded-pack-builder.js';

const builder = new ThreadedPackBuilder();
afterAll(() => builder.close());

function stored(id: string, name = ''): StoredFeature {
  const point = '{"type":"Point","coordinates":[8,50]}';
  const body = `{"type":"Feature","id":"${id}","geometry":${point},"properties":{"name":"${name}","@ns:com:here:xyz":{`;
  return { id, body, createdAt: 1, updatedAt: 2, version: 1, tags: [] };
}

async function* chunksOf(...chunks: readonly (readonly StoredFeature[])[]): AsyncGenerator<FeatureChunk> {
  for (const features of chunks) {
    const text = features.map(featureText).join(FEATURE_SEPARATOR);
    const bytes = Buffer.from(`..${text}`).subarray(2); // a part of something larger
    yield { text: '', bytes, count: features.length, last: features.at(-1)?.id ?? '' };
  }
}

const order = (given: Partial<PackOrder> = {}): PackOrder => ({
  at: { content: 'c', version: 1 },
  expected: 3,
  fits: () => true,
  cancellation: new AbortController().signal,
  ...given,
});

async function textsIn(pack: ContentPack): Promise<readonly string[]> {
  const chunks = await new PackSearch(pack, { features: [], hidden: new Set() }).query({});
  return (chunks ?? []).flatMap(({ text }) => text.split(FEATURE_SEPARATOR));
}

const [a, b, c] = [stored('a', 'ü'), stored('b'), stored('c')];

describe('ThreadedPackBuilder', () => {
  it('packs the features of a stream', async () => {
    const pack = await builder.build(chunksOf([a, b], [c]), order());
    expect(await textsIn(pack)).toEqual([a, b, c].map(featureText));
    expect(pack.at).toEqual({ content: 'c', version: 1 });
  });

  it('packs texts of a store without bytes', async () => {
    async function* texts(): AsyncGenerator<FeatureChunk> {
      yield { text: featureText(a), count: 1, last: 'a' };
    }
    expect(await textsIn(await builder.build(texts(), order()))).toEqual([featureText(a)]);
  });

  it('merges what was written since into a pack', async () => {
    const many = several(3_000, (number) => stored(`m${String(number).padStart(4, '0')}`, 'x'.repeat(200)));
    const pack = await builder.build(chunksOf([a, b], many), order());
    const written = [stored('0'), stored('b', 'new'), stored('m1000x'), stored('z')];
    const hidden = new Set([1, 5, 2_999]);
    const overlay = { features: written.map((feature) => ({ feature, boxes: [] })), hidden };
    const merged = await builder.merge({ pack, overlay }, order({ at: { content: 'c', version: 9 } }));
    const kept = [a, b, ...many].filter((_, position) => !hidden.has(position));
    const all = [...kept, ...written].sort((one, other) => (one.id < other.id ? -1 : 1));
    expect(await textsIn(merged)).toEqual(all.map(featureText));
    expect(merged.at.version).toBe(9);
  });

  it('ends a build that takes more memory than it may', async () => {
    const fits = (bytes: number): boolean => bytes < 300;
    await expect(builder.build(chunksOf([a], [b], [c]), order({ fits }))).rejects.toThrow('more memory');
  });

  it('ends a build whose stream hangs', async () => {
    let isLeft = false;
    const hanging: AsyncIterable<FeatureChunk> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: async () => {
          isLeft = true;
          return { done: true, value: undefined };
        },
      }),
    };
    await expect(new ThreadedPackBuilder(20).build(hanging, order())).rejects.toThrow('no progress');
    expect(isLeft).toBe(true);
  });

  it('ends a build that is cancelled', async () => {
    const leaving = new AbortController();
    async function* endless(): AsyncGenerator<FeatureChunk> {
      for (let number = 1_000; ; number += 1) {
        if (number === 1_005) leaving.abort();
        yield* chunksOf([stored(String(number))]);
      }
    }
    const built = builder.build(endless(), order({ cancellation: leaving.signal }));
    await expect(built).rejects.toThrow('cancelled');
  });

  it('fails with what the stream fails with', async () => {
    async function* failing(): AsyncGenerator<FeatureChunk> {
      yield* chunksOf([a]);
      throw new Error('The disk is gone.');
    }
    await expect(builder.build(failing(), order())).rejects.toThrow('The disk is gone.');
  });

  it('fails where the thread fails', async () => {
    await expect(builder.build(chunksOf([b], [a]), order())).rejects.toThrow('not in its place');
  });

  it('ends what is being built when it is closed', async () => {
    const closed = new ThreadedPackBuilder();
    async function* closing(): AsyncGenerator<FeatureChunk> {
      yield* chunksOf([a]);
      void closed.close();
      await new Promise(() => undefined);
    }
    await expect(closed.build(closing(), order())).rejects.toThrow('ended');
  });
});
