import {
  FeatureRules,
  ImportFeatures,
  ownerCaller,
  type FeatureImport,
  type WriteRule,
  type WriterHold,
} from '@cairn/spaces';
import { aSpace, sabotaged, several } from '@cairn/testkit';
import { ManualClock } from './manual-clock.js';
import { MemoryFeatureReader } from './memory-feature-reader.js';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemorySpaceRepository } from './memory-space-repository.js';
import { SequenceIdGenerator } from './sequence-id-generator.js';

export const alice = ownerCaller({ owner: 'alice', anonymousAllowed: true });
export const put: WriteRule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' };

interface Given extends Partial<MemoryFeatureStore> {
  /** The hold that the store reports for a chunk of this size, by the number of its first feature. */
  readonly hold?: (size: number, start: number) => WriterHold;
}

/** An import into its own space, over a store that reports how long chunks are held. */
export async function openHub({ hold, ...given }: Given = {}) {
  const spaces = new MemorySpaceRepository();
  const stored = new MemoryFeatureStore(spaces);
  const clock = new ManualClock();
  const written: number[] = [];
  const write: MemoryFeatureStore['write'] = async (id, batch) => {
    const result = await stored.write(id, batch);
    const size = batch.modifications.length;
    const held = hold?.(size, Number(batch.modifications[0]?.draft.id));
    clock.advance(held?.durationMs ?? 0);
    written.push(size);
    return { ...result, held: batch.inBackground === true ? held : undefined };
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
