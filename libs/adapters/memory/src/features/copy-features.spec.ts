import { expect, it } from '@jest/globals';
import { CopyFeatures } from '@cairn/spaces';
import type { FeatureReader } from '@cairn/spaces/spi';
import { aBatch, aFeature, aSpace, sabotaged, several, writing } from '@cairn/testkit';
import { featureStores } from './feature-stores.spec.kit.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemoryFeatureReader } from './memory-feature-reader.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { newAttempts } from '../kernel/work-attempts.spec.kit.js';

const reader: FeatureReader = new MemoryFeatureReader(new SequenceIdGenerator());
const coordinates = several(5_001, (index) => [index / 100, Math.sin(index)] as const);
const large = (id: string, properties = {}) =>
  writing(aFeature(id, { geometry: { type: 'LineString', coordinates }, properties }));

it('a feature whose copies are too dear holds up no other, is tried again later, and anew once it is written', async () => {
  const { features, spaces } = await featureStores.open();
  const space = aSpace();
  await spaces.add(space);
  await features.write(space.id, aBatch([large('a'), large('dear'), large('z')]));
  let asked: string[] = [];
  const choosy = sabotaged(reader, {
    copies: async (body) => {
      const [, id = ''] = /"id":"(\w+)"/.exec(body) ?? [];
      asked.push(id);
      return id === 'dear' ? 'too-dear' : await reader.copies(body);
    },
  });
  const clock = new ManualClock();
  const copy = new CopyFeatures({
    maintenance: features,
    reader: choosy,
    attempts: newAttempts(clock),
    clock,
  });
  expect(await copy.execute()).toEqual({ copied: 2, failed: 1 });
  expect(asked.sort()).toEqual(['a', 'dear', 'z']);
  asked = [];
  expect(await copy.execute()).toEqual({ copied: 0, failed: 0 });
  expect(asked).toEqual([]);
  clock.advance(60_000);
  expect(await copy.execute()).toEqual({ copied: 0, failed: 1 });
  await features.write(space.id, aBatch([large('dear', { changed: true })]));
  expect(await copy.execute()).toEqual({ copied: 0, failed: 1 });
});
