import { beforeEach, describe, expect, it } from '@jest/globals';
import { purgedType, StorageFull, TrashRules, type DomainEvent } from '@cairn/kernel';
import {
  DeleteFeatures,
  DeleteSpace,
  EraseFeatures,
  FeatureRules,
  ownerCaller,
  ReleasePurged,
  RestoreDeletion,
  RestoreFeatures,
  RestoreSpace,
  RestoreWanted,
  tokenRights,
  type Space,
} from '@cairn/spaces';
import { aBatch, aFeature, aSpace, sabotaged, several, writing, type SpaceTrashPorts } from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { spaceTrashes } from './space-trash.spec.kit.js';

const alice = ownerCaller({ owner: 'alice', actor: 'user:alice' });
const bob = ownerCaller({ owner: 'bob' });
const limited = { ...alice, limits: { maxFeaturesPerSpace: 3 } };

let ports: SpaceTrashPorts;
let id: string;

beforeEach(async () => {
  ports = await spaceTrashes.open();
  ({ id } = aSpace());
  await ports.spaces.add(aSpace({ id, owner: 'alice' }));
});

const useCases = ({ features }: Pick<SpaceTrashPorts, 'features'> = ports) => {
  const { spaces, held } = ports;
  const time = { clock: new ManualClock(), ids: new SequenceIdGenerator(), rules: new FeatureRules() };
  const rest = { ...time, spaces, features };
  const deleting = { ...rest, trash: new TrashRules(7) };
  return {
    deleteSpace: new DeleteSpace(deleting),
    deleteFeatures: new DeleteFeatures(deleting),
    erase: new EraseFeatures(deleting),
    restoreSpace: new RestoreSpace(rest),
    restoreDeletion: new RestoreDeletion({ ...rest, entries: ports.trash, trash: held }),
    restoreFeatures: new RestoreFeatures({ ...rest, trash: held }),
    restoreWanted: new RestoreWanted({ ...rest, trash: held }),
  };
};

const write = async (count: number): Promise<void> => {
  for (let start = 0; start < count; start += 1_000) {
    const some = several(Math.min(1_000, count - start), (number) => writing(aFeature(`f${start + number}`)));
    await ports.features.write(id, aBatch(some));
  }
};
const total = async (): Promise<number> => (await ports.features.statistics(id)).total;
const entries = async () => (await ports.trash.list('alice', {}, { limit: 100 })).items;
const entry = async (): Promise<string> => (await entries())[0]?.id ?? 'an empty trash';
const code = (value: string) => expect.objectContaining({ code: value });

describe('deletions into the trash', () => {
  it('tell who made them and until when they can be restored', async () => {
    await write(2);
    const { deleteFeatures, erase, deleteSpace } = useCases();
    await deleteFeatures.execute(alice, id, { ids: ['f0'], onNotExists: 'error' });
    await erase.execute(alice, id);
    await deleteSpace.execute(alice, id);
    const made = await entries();
    expect(made.map(({ kind, features }) => [kind, features])).toEqual([
      ['space', 0],
      ['features', 1],
      ['features', 1],
    ]);
    for (const { deletedBy, deletedAt, expiresAt } of made)
      expect([deletedBy, expiresAt - deletedAt]).toEqual(['user:alice', 7 * 86_400_000]);
  });

  it('go through without it where the storage has no room for it', async () => {
    await write(2);
    const features = sabotaged(ports.features, {
      write: async (space, batch) => {
        if (batch.disposal !== undefined) throw new StorageFull('full');
        return await ports.features.write(space, batch);
      },
    });
    const { deleteFeatures } = useCases({ features });
    await deleteFeatures.execute(alice, id, { ids: ['f0'], onNotExists: 'error' });
    expect([await total(), await entries()]).toEqual([1, []]);
  });
});

describe('features in the trash', () => {
  it('are restored by those who may delete them', async () => {
    await write(2);
    const { erase, restoreFeatures } = useCases();
    await erase.execute(alice, id);
    const wanted = { entry: await entry() };
    const reader = { owner: 'x', rights: tokenRights({ createFeatures: [{}] }), readsShared: true };
    for (const caller of [bob, reader])
      await expect(restoreFeatures.execute(caller, id, wanted)).rejects.toEqual(code('space-forbidden'));
    expect(await restoreFeatures.execute(alice, id, wanted)).toEqual({
      restored: 2,
      failed: [],
      isStopped: false,
    });
  });

  it('are restored as far as the caller may have them', async () => {
    await write(5);
    const { erase, restoreFeatures } = useCases();
    await erase.execute(alice, id);
    const { restored, failed } = await restoreFeatures.execute(limited, id, { entry: await entry() });
    expect([restored, failed.map(({ reason }) => reason)]).toEqual([
      3,
      ['too-many-features', 'too-many-features'],
    ]);
  });

  it('are restored by a job where they are many, which ends with what cannot be restored', async () => {
    await write(12_500);
    const { erase, restoreFeatures, restoreWanted } = useCases();
    await erase.execute(alice, id);
    await ports.features.write(id, aBatch([writing(aFeature('f9999'))]));
    const first = await restoreFeatures.execute(alice, id, { entry: await entry() });
    expect([first.restored, first.isStopped]).toEqual([10_000, true]);
    expect(await restoreWanted.execute({ aborted: true })).toBe(0);
    expect(await restoreWanted.execute()).toBe(2_499);
    expect([await total(), (await entries()).map(({ features }) => features)]).toEqual([12_500, [1]]);
    expect(await restoreWanted.execute()).toBe(0);
  });

  it('whose space has gone are not wanted any more', async () => {
    await write(2);
    const { erase, restoreWanted } = useCases();
    await erase.execute(alice, id);
    await ports.held.want(await entry(), {});
    await ports.spaces.remove(id, () => {});
    expect(await restoreWanted.execute()).toBe(0);
    expect(await ports.held.findWanted()).toBeUndefined();
  });

  it('are let go when their entry is deleted for good', async () => {
    await write(2);
    await useCases().erase.execute(alice, id);
    const aggregateId = await entry();
    const event = { id: '1', type: purgedType('features'), aggregateId, occurredAt: 1, payload: {} };
    const release = new ReleasePurged({ trash: ports.held });
    const handle = (given: DomainEvent): Promise<void> => release.handle(given);
    await handle({ ...event, type: purgedType('image') });
    await ports.held.want(aggregateId, {});
    await handle(event);
    await expect(ports.held.want(aggregateId, {})).rejects.toEqual(code('not-in-trash'));
  });
});

describe('what is restored as an entry of the trash', () => {
  it('is a space, or all features of a deletion; those that exist again are told', async () => {
    await write(3);
    const { erase, deleteSpace, restoreSpace, restoreDeletion } = useCases();
    await erase.execute(alice, id);
    const deletion = await entry();
    await expect(restoreSpace.execute('alice', deletion)).rejects.toEqual(code('not-in-trash'));
    await expect(restoreDeletion.execute('bob', deletion)).rejects.toEqual(code('not-in-trash'));
    await ports.features.write(id, aBatch([writing(aFeature('f1'))]));
    await expect(restoreDeletion.execute('alice', deletion)).rejects.toEqual(code('features-not-written'));
    expect(await total()).toBe(3);
    await deleteSpace.execute(alice, id);
    await expect(restoreDeletion.execute('alice', deletion)).rejects.toEqual(code('space-not-found'));
    const removed = (await entries()).find(({ kind }) => kind === 'space')?.id ?? '';
    expect(await restoreSpace.execute('alice', removed)).toEqual({ isRenamed: false });
    expect(await total()).toBe(3);
    await expect(restoreSpace.execute('alice', removed)).rejects.toEqual(code('not-in-trash'));
  });

  it('is not features of a space that takes none, or that belongs to somebody else by now', async () => {
    await write(2);
    const { erase, restoreDeletion } = useCases();
    await erase.execute(alice, id);
    const deletion = await entry();
    const change = (to: Partial<Space>) => ports.spaces.update(id, (space) => ({ ...space, ...to }));
    await change({ settings: { readOnly: true } });
    await expect(restoreDeletion.execute('alice', deletion)).rejects.toEqual(code('space-read-only'));
    await change({ settings: { active: false } });
    await expect(restoreDeletion.execute('alice', deletion)).rejects.toEqual(code('space-inactive'));
    await change({ settings: {}, owner: 'bob' });
    await expect(restoreDeletion.execute('alice', deletion)).rejects.toEqual(code('not-in-trash'));
    expect(await total()).toBe(0);
    await change({ owner: 'alice' });
    await restoreDeletion.execute('alice', deletion);
    expect(await total()).toBe(2);
  });
});
