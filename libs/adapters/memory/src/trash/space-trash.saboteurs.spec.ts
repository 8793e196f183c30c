import { describe, it } from '@jest/globals';
import { NotInTrash } from '@cairn/kernel';
import type { Space } from '@cairn/spaces';
import type { FeaturePorts, RestoredFeatures, SpaceRepository } from '@cairn/spaces/spi';
import {
  aSpace,
  sabotaged,
  spaceTrashContract,
  verify,
  verifyFails,
  type Saboteurs,
  type SpaceTrashPorts,
} from '@cairn/testkit';
import { spaceTrashes } from './space-trash.spec.kit.js';

type Break = (ports: SpaceTrashPorts) => SpaceTrashPorts;

const ALL = { limit: 1_000 };

const inFeatures =
  (replace: (features: FeaturePorts) => Partial<FeaturePorts>): Break =>
  (ports) => ({ ...ports, features: sabotaged(ports.features, replace(ports.features)) });

const inSpaces =
  (replace: (spaces: SpaceRepository) => Partial<SpaceRepository>): Break =>
  (ports) => ({ ...ports, spaces: sabotaged(ports.spaces, replace(ports.spaces)) });

/** Nothing is ever deleted for good. */
const keepsAll: Break = (ports) => ({
  ...ports,
  trash: sabotaged(ports.trash, { purge: async (_, ids) => ids.length }),
});

/** Takes the grants on a space. */
async function unshare({ grants }: SpaceTrashPorts, { owner, id }: Space): Promise<void> {
  for (const grant of (await grants.list(owner, ALL, { type: 'space', id })).items)
    await grants.remove(grant.id);
}

const saboteurs: Saboteurs<SpaceTrashPorts, typeof spaceTrashContract> = {
  'deleted features are gone at once, and one entry of the trash however they are deleted': inFeatures(
    (features) => ({ write: (id, { disposal: _, ...batch }) => features.write(id, batch) }),
  ),
  'what deletes nothing leaves no entry': inFeatures((features) => ({
    erase: (id, { filter: _, ...erasure }) => features.erase(id, erasure),
  })),
  'restored features are as they were, in one more version of their space': inFeatures((features) => ({
    restore: async (id, restoration) => {
      const restored = await features.restore(id, restoration);
      await features.erase(id, { now: restoration.now });
      return restored;
    },
  })),
  'a feature that exists again is not replaced, and stays in the trash': inFeatures((features) => ({
    restore: async (id, restoration) => {
      await features.erase(id, { now: restoration.now });
      return await features.restore(id, restoration);
    },
  })),
  'features are restored in steps, or those that are wanted': inFeatures((features) => ({
    restore: (id, { ids: _, ...restoration }) => features.restore(id, restoration),
  })),
  'of concurrent restorations each feature is restored by one': inFeatures((features) => {
    const known = new Map<string, Promise<RestoredFeatures>>();
    return {
      restore: (id, restoration) => {
        const result = known.get(restoration.entry) ?? features.restore(id, restoration);
        known.set(restoration.entry, result);
        return result;
      },
    };
  }),
  'no more is restored than the space and its owner may have': inFeatures((features) => ({
    restore: (id, { maxFeatures: _, ...restoration }) => features.restore(id, restoration),
  })),
  'features are restored into the very space that lost them': inFeatures((features) => ({
    restore: async (id, restoration) =>
      await features.restore(id, restoration).catch(() => ({ restored: [], failed: [], last: undefined })),
  })),
  'what is deleted for good cannot be restored': keepsAll,
  'an owner has no more features and bytes of them in the trash than the bounds, and the oldest go first': (
    ports,
  ) => ({
    ...ports,
    trash: sabotaged(ports.trash, {
      purgeExcess: (owner, { features: _, ...bounds }, limit) =>
        ports.trash.purgeExcess(owner, bounds, limit),
    }),
  }),
  'a deletion is wanted until it is restored, or not wanted any more': (ports) => ({
    ...ports,
    held: sabotaged(ports.held, { unwant: async () => {} }),
  }),
  'a removed space is gone at once, and an entry of the trash': inSpaces((spaces) => ({
    remove: (id, permit) => spaces.remove(id, permit),
  })),
  'a restored space is as it was, with its features, indexes and counts': inSpaces((spaces) => ({
    restore: async (restoration) => {
      const { id } = await spaces.restore(restoration);
      return await spaces.update(id, (space) => ({ ...space, title: '' }));
    },
  })),
  'a space that was never written to comes back too': inSpaces(() => ({
    restore: async () => {
      throw new NotInTrash();
    },
  })),
  'events tell that a space was deleted and is there again': (ports) => ({
    ...ports,
    outbox: sabotaged(ports.outbox, {
      list: async (after, limit) => {
        const first = (await ports.outbox.list(after, limit))[0];
        return first === undefined ? [] : [first];
      },
    }),
  }),
  'a space whose identifier is taken stays in the trash': inSpaces((spaces) => ({
    restore: async (restoration) => {
      for (const { id } of (await spaces.list({}, ALL)).items) await spaces.remove(id, () => {});
      return await spaces.restore(restoration);
    },
  })),
  'of concurrent restorations of a space exactly one succeeds': inSpaces((spaces) => {
    let first: Promise<Space> | undefined;
    return { restore: (restoration) => (first ??= spaces.restore(restoration)) };
  }),
  'a space is restored of its owner': inSpaces((spaces) => ({
    restore: async (restoration) =>
      await spaces.restore(restoration).catch(async () => await spaces.get('absent')),
  })),
  'a space is restored within what its owner may have, however many are restored at once': inSpaces(
    (spaces) => ({
      restore: ({ quota: _, ...restoration }) => spaces.restore(restoration),
    }),
  ),
  'a space that is deleted for good cannot be restored': keepsAll,
  'grants and links of a space stay while it can be restored, and go with the last trace of it': (ports) =>
    inSpaces((spaces) => ({
      remove: async (...removal) => {
        const space = await spaces.remove(...removal);
        await unshare(ports, space);
        return space;
      },
    }))(ports),
  'grants and links of a space go with its expiry, or at once where it is removed for good': (ports) => ({
    ...ports,
    trash: sabotaged(ports.trash, { purgeExpired: async () => 0 }),
  }),
  'grants and links stay where a space is removed for good and the trash has one of its identifier': (
    ports,
  ) =>
    inSpaces((spaces) => ({
      remove: async (id, permit, disposal) => {
        const space = await spaces.remove(id, permit, disposal);
        if (disposal === undefined) await unshare(ports, space);
        return space;
      },
    }))(ports),
  'grants and links of its default map stay and go with a space': (ports) =>
    inSpaces((spaces) => ({
      remove: async (id, permit, disposal) => {
        const space = await spaces.remove(id, permit, disposal);
        const { items } = await ports.grants.list(space.owner, ALL);
        for (const grant of items) if (grant.resource.type === 'map') await ports.grants.remove(grant.id);
        return space;
      },
    }))(ports),
  'nothing is shared of a new space, whatever is left of a former one': (ports) =>
    inSpaces((spaces) => ({
      add: async (space) => {
        const { items } = await ports.grants.list(space.owner, ALL);
        await spaces.add(space);
        for (const grant of items) await ports.grants.give(grant);
      },
    }))(ports),
  'the identifier of a space in the trash that is not shared is free, and whoever takes it keeps it':
    inSpaces((spaces) => ({
      restore: (given) => spaces.restore(given).catch(() => aSpace()), // as if it were there
    })),
  'the identifier of a shared space in the trash is taken for all but its owner, who may use it': inSpaces(
    () => ({ assertAddable: async () => {} }),
  ),
  'nobody else gets the identifier of a space while it is removed, restored and purged': inSpaces(
    (spaces) => ({ add: (space) => spaces.add(space).catch(() => {}) }),
  ),
  'photos belong to a restored space again, unless they belong to another': (ports) => ({
    ...ports,
    links: sabotaged(ports.links, { list: async () => [] }),
  }),
};

describe('what memory keeps in the trash of spaces', () =>
  verify({ contract: spaceTrashContract, subject: spaceTrashes, it }));

describe('what stores promise of the trash of spaces', () =>
  verifyFails({ contract: spaceTrashContract, subject: spaceTrashes, saboteurs, it }));
