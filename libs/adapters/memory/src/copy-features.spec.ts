import { expect, it } from '@jest/globals';
import { CopyFeatures, type FeatureReader } from '@cairn/spaces';
import { aBatch, aFeature, aSpace, sabotaged, several, writing } from '@cairn/testkit';
import { featureStores } from './feature-stores.spec.kit.js';
import { MemoryFeatureReader } from './memory-feature-reader.js';
import { SequenceIdGenerator } from './sequence-id-generator.js';

const reader: FeatureReader = new MemoryFeatureReader(new SequenceIdGenerator());
const coordinates = several(5_001, (index) => [index / 100, Math.sin(index)] as const);
const large = (id: string, properties = {}) =>
  writing(aFeature(id, { geometry: { type: 'LineString', coordinates }, properties }));

it('a feature whose copies are too dear is set aside, and holds up no other', async () => {
  const { features, spaces } = await featureStores.open();
  const space = aSpace();
  await spaces.add(space);
  await features.write(space.id, aBatch([large('a'), large('dear'), large('z')]));
  const asked: string[] = [];
  const choosy = sabotaged(reader, {
    copies: async (body) => {
      const [, id = ''] = /"id":"(\w+)"/.exec(body) ?? [];
      asked.push(id);
      return id === 'dear' ? 'too-dear' : await reader.copies(body);
    },
  });
  const copy = new CopyFeatures({ features, reader: choosy });
  expect(await copy.execute()).toEqual({ copied: 2, setAside: 1 });
  expect(asked.sort()).toEqual(['a', 'dear', 'z']);
  expect(await copy.execute()).toEqual({ copied: 0, setAside: 0 });
  await features.write(space.id, aBatch([large('dear', { changed: true })]));
  expect(await copy.execute()).toEqual({ copied: 0, setAside: 1 });
});
