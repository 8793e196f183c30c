import { describe, expect, it } from '@jest/globals';
import type { WriteResult } from '@cairn/spaces';
import { emptyDraft, type FeatureModification, type WriteBatch } from '@cairn/spaces/spi';
import type { Operation } from './call-thread.js';
import { PartedWrites, writeInParts } from './write-in-parts.js';

const rule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' } as const;
const modifications = (count: number, length = 10): readonly FeatureModification[] =>
  Array.from({ length: count }, (_, index) => ({
    draft: { ...emptyDraft(`f${index}`), properties: 'x'.repeat(length) },
    rule,
    ifVersion: undefined,
  }));
const batchOf = (given: readonly FeatureModification[]): WriteBatch => ({
  modifications: given,
  onFailure: 'skip',
  returning: 'texts',
  now: 1,
  maxSizeInBytes: 10_000_000,
  maxValues: 50_000,
});

/** Both sides in one thread. Their messages go through `passed`. */
function thread() {
  const written: WriteBatch[] = [];
  const passed: number[] = [];
  const features = {
    write: async (_: string, batch: WriteBatch): Promise<WriteResult> => {
      written.push(batch);
      const ids = batch.modifications.map(({ draft: { id } }) => id);
      const none: readonly string[] = [];
      const texts = ids.map((id) => id.repeat(100));
      return {
        version: 7,
        inserted: ids,
        updated: none,
        deleted: none,
        unchanged: none,
        failed: [],
        features: texts,
      };
    },
  };
  type Args = Parameters<PartedWrites['write']>;
  const call = async ({ repository, args }: Operation): Promise<unknown> => {
    if (repository === 'features') return await features.write(...(args as [string, WriteBatch]));
    const [batch, part, take] = args as Args;
    const counted = async (start: number) => {
      const some = await part(start);
      passed.push(some.length);
      return some;
    };
    return await new PartedWrites(features).write(batch, counted, (name, items) => {
      passed.push(items.length);
      return take(name, items);
    });
  };
  return { call, written, passed };
}

describe('a batch that is written in parts', () => {
  it('arrives whole, and so does its result, of which no message has more than a thousand items', async () => {
    const { call, written, passed } = thread();
    const batch = batchOf(modifications(4_321));
    const result = await writeInParts(call, 's', batch);
    expect(written).toEqual([batch]);
    const ids = batch.modifications.map(({ draft: { id } }) => id);
    expect(result).toMatchObject({ version: 7, inserted: ids, updated: [], failed: [] });
    expect(result.features).toEqual(ids.map((id) => id.repeat(100)));
    expect(Math.max(...passed)).toBe(1_000);
  });

  it('has few features in a part where they are large, and none in parts where it is small', async () => {
    const { call, written, passed } = thread();
    const batch = batchOf(modifications(5, 1_000_000));
    await writeInParts(call, 's', batch);
    expect([written, passed.slice(0, 4)]).toEqual([[batch], [2, 2, 1, 0]]);
    const small = batchOf(modifications(1_000));
    const before = passed.length;
    await writeInParts(call, 's', small);
    expect([written[1], passed.length]).toEqual([small, before]);
  });
});
