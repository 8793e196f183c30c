import { FeatureRules, ImportFeatures, ownerCaller, type FeatureImport, type WriteRule } from '@cairn/spaces';
import type { WriteTiming } from '@cairn/spaces/spi';
import { aSpace, sabotaged, several } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryFeatureReader } from './memory-feature-reader.js';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

export const alice = ownerCaller({ owner: 'alice', anonymousAllowed: true });
export const put: WriteRule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' };

interface Given extends Partial<MemoryFeatureStore> {
  /** The timing that the store reports for a chunk of this size whose first feature has this number. */
  readonly timing?: (size: number, start: number) => WriteTiming;
}

/** An import into a space of its own, over a store with given timings of chunks. */
export async function openHub({ timing: timingOf, ...given }: Given = {}) {
  const spaces = new MemorySpaceRepository();
  const stored = new MemoryFeatureStore(spaces);
  const clock = new ManualClock();
  const written: number[] = [];
  const write: MemoryFeatureStore['write'] = async (id, batch) => {
    const result = await stored.write(id, batch);
    const size = batch.modifications.length;
    const timing = timingOf?.(size, Number(batch.modifications[0]?.draft.id));
    clock.advance(timing?.durationMs ?? 0);
    written.push(size);
    return { ...result, timing: batch.inBackground === true ? timing : undefined };
  };
  const features = sabotaged(stored, { write, ...given });
  const reader = new MemoryFeatureReader(new SequenceIdGenerator());
  const importing = new ImportFeatures({
    spaces,
    features,
    reader,
    clock,
    timer: clock,
    rules: new FeatureRules(),
  });
  const { id } = aSpace();
  await spaces.add(aSpace({ id }));
  return {
    clock,
    features: stored,
    id,
    written,
    run: (texts: AsyncIterable<Uint8Array>, options: Partial<FeatureImport> = {}, caller = alice) =>
      importing.execute(caller, id, { bytes: texts, rule: put, ...options }),
  };
}

export async function* bytesOf(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text);
}

/** Features with ascending numbers as ids. */
export const lines = (count: number, from = 0): string =>
  several(count, (number) => `{"type":"Feature","id":${from + number}}\n`).join('');
