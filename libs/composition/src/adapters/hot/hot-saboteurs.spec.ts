import { describe, expect, it } from '@jest/globals';
import type { FeaturePorts } from '@cairn/spaces/spi';
import { assertAnswersLikeBelow, chunkOf, gathered, sabotaged } from '@cairn/testkit';
import { memoryRepositories } from '../memory-repositories.js';
import { hotStore, type HotMode } from './hot-stores.spec.kit.js';

/** What is broken: what the hot store sees of the store below, or what it answers. */
interface Sabotage {
  readonly mode: HotMode;
  readonly seen?: (below: FeaturePorts) => Partial<FeaturePorts>;
  readonly answered?: (features: FeaturePorts) => Partial<FeaturePorts>;
}

/** The version that was told the time before: after a change once more the one before it. */
function lastButOne(below: FeaturePorts): Partial<FeaturePorts> {
  const told = new Map<string, number>();
  return {
    statistics: async (id) => {
      const head = await below.statistics(id);
      const version = told.get(head.content) ?? head.version;
      told.set(head.content, head.version);
      return { ...head, version };
    },
  };
}

/** Tells contents apart by the ids of their spaces alone. */
const byVersionAlone = (below: FeaturePorts): Partial<FeaturePorts> => ({
  statistics: async (id) => ({ ...(await below.statistics(id)), content: id }),
  write: async (id, batch) => {
    const result = await below.write(id, batch);
    return { ...result, ...(result.content !== undefined && { content: id }) };
  },
  query: async function* (id, query, cancellation) {
    for await (const chunk of below.query(id, query, cancellation))
      yield { ...chunk, at: chunk.at && { ...chunk.at, content: id } };
  },
});

/** Continues behind as many features as there were so far, whatever has changed since. */
function byPosition(features: FeaturePorts): Partial<FeaturePorts> {
  const positions = new Map<string, number>();
  return {
    query: async function* (id, { after, ...query }, cancellation) {
      const start = positions.get(after ?? '') ?? 0;
      const known = after === undefined || positions.has(after);
      const chunks = features.query(
        id,
        known ? { ...query, limit: undefined } : { ...query, after },
        cancellation,
      );
      const texts = (await gathered(chunks)).slice(start, start + (query.limit ?? Infinity));
      const last = texts.at(-1);
      if (last === undefined) return;
      positions.set((JSON.parse(last) as { readonly id: string }).id, start + texts.length);
      yield chunkOf(texts);
    },
  };
}

const saboteurs: Readonly<Record<string, Sabotage>> = {
  'an answer that is stale by one version': { mode: 'overlay', seen: lastButOne },
  'the content of another space, of the same version': { mode: 'overlay', seen: byVersionAlone },
  'an overlay that forgets a deletion': {
    mode: 'overlay',
    seen: (below) => ({
      write: async (id, batch) => {
        const result = await below.write(id, batch);
        return batch.returnsPuts === true ? { ...result, deleted: [] } : result;
      },
    }),
  },
  'a handle that counts features, across changes and rebuilds': { mode: 'rebuild', answered: byPosition },
};

describe('random questions notice', () => {
  it.each(Object.entries(saboteurs))('%s', async (_, { mode, seen, answered }) => {
    const { features: below, spaces, outbox } = memoryRepositories();
    if (below === undefined) throw new Error('There is no store of features.');
    const { features } = hotStore(seen ? sabotaged(below, seen(below)) : below, mode);
    const store = {
      below,
      other: below,
      features: answered ? sabotaged(features, answered(features)) : features,
    };
    const asked = assertAnswersLikeBelow(
      { ...store, spaces, outbox },
      { seed: 11, questions: 1_000, size: 40, changesEvery: 4 },
    );
    await expect(asked).rejects.toThrow(/^seed 11, question/);
  });
});
