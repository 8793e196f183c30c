import { afterAll, expect, it } from '@jest/globals';
import { Jobs } from '@cairn/kernel';
import { CreateSpace, ownerCaller } from '@cairn/spaces';
import { FeatureStore } from '@cairn/spaces/spi';
import { aBatch, aFeature, until, writing } from '@cairn/testkit';
import { createApplication, type Application } from '../application.js';
import { ReadStorageUse } from '../use-cases/read-storage-use.js';

const opened: Application[] = [];
afterAll(() => Promise.all(opened.map((application) => application.close())));

async function open(settings: {
  readonly hotSpaces?: { readonly maxBytes: number };
  readonly background?: 'off';
}): Promise<Application> {
  const stores = { database: { kind: 'memory' }, blobs: { kind: 'memory' } } as const;
  const application = await createApplication({ ...stores, ...settings });
  opened.push(application);
  return application;
}

const hotSpaces = { maxBytes: 64 * 1024 * 1024 };

async function spacesReadOften(application: Application): Promise<string> {
  const owner = ownerCaller({ owner: 'alice' });
  const { id } = await application.get(CreateSpace).execute(owner, { title: 'Trails', description: '' });
  const features = application.get(FeatureStore);
  await features.write(id, aBatch([writing(aFeature('a')), writing(aFeature('b'))]));
  for (let count = 0; count < 30; count += 1) await features.find(id, ['a']);
  return id;
}

const stateOf = async (application: Application) =>
  (await application.get(ReadStorageUse).execute()).hotSpaces;

it.each([{}, { background: 'off' }] as const)(
  'keeps spaces that are read often in memory, with %j',
  async (background) => {
    const application = await open({ hotSpaces, ...background });
    expect(await stateOf(application)).toMatchObject({ usedBytes: 0, spaces: [], building: [] });
    const id = await spacesReadOften(application);
    await until('it is hot', async () => (await stateOf(application)).spaces.length > 0);
    const features = application.get(FeatureStore);
    expect(await features.find(id, ['b'])).toMatchObject([{ id: 'b' }]);
    await features.write(id, aBatch([writing(aFeature('b', { properties: { is: 'new' } }))]));
    expect((await features.find(id, ['b']))[0]?.body).toContain('"is":"new"');
    expect(await stateOf(application)).toMatchObject({
      answers: 2,
      spaces: [{ spaceId: id, features: 2, overlay: 1, answers: 2, below: 0 }],
    });
    await application.close();
    expect((await stateOf(application)).spaces).toEqual([]);
  },
);

it('names the job', async () => {
  const application = await open({ hotSpaces });
  expect(
    application
      .get(Jobs)
      .list()
      .map(({ name }) => name),
  ).toContain('build-hot-spaces');
});

it('keeps none by default', async () => {
  const application = await open({});
  await spacesReadOften(application);
  expect(await stateOf(application)).toMatchObject({ maxBytes: 0, spaces: [], building: [], failed: [] });
});
