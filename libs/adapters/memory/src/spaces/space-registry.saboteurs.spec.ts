import { describe, it } from '@jest/globals';
import { SpaceNotFound, type Space } from '@cairn/spaces';
import type { SpaceRepository } from '@cairn/spaces/spi';
import {
  later,
  sabotaged,
  spaceRegistryContract,
  verifyFails,
  type Saboteurs,
  type SpaceRegistryPorts,
} from '@cairn/testkit';
import { ManualClock } from '../kernel/manual-clock.js';
import { MemorySpaceRepository } from './memory-space-repository.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';

type Break = (ports: SpaceRegistryPorts) => SpaceRegistryPorts;

const open = async (): Promise<SpaceRegistryPorts> => ({
  spaces: new MemorySpaceRepository(),
  clock: new ManualClock(),
  ids: new SequenceIdGenerator(),
});

const saboteurs: Saboteurs<SpaceRegistryPorts, typeof spaceRegistryContract> = {
  'a created space has what was asked for, the rest is chosen, and it is read and listed': (ports) => ({
    ...ports,
    ids: { next: () => '' },
  }),
  'an identifier that is chosen is kept, and given only once': inSpaces((spaces) => ({
    add: (space) => spaces.add(space).catch(() => undefined),
  })),
  'a generated identifier that is taken is generated again': inSpaces((spaces) => ({
    add: (space) => spaces.add(space).catch(() => undefined),
  })),
  'all faults of a creation are reported together, and nothing is stored': inSpaces(listsAGhost),
  'a storage that this service does not have is StorageNotFound, and nothing is stored':
    inSpaces(listsAGhost),
  'a dry run checks like the real one and stores nothing': inSpaces((spaces) => ({
    get: (id) => (id === 'real' ? Promise.reject(new SpaceNotFound(id)) : spaces.get(id)),
  })),
  'an update changes what it names and when it was made, which goes never back': inSpaces((spaces) => ({
    update: (id, change) => spaces.update(id, (space) => change({ ...space, updatedAt: 0 })),
  })),
  'an update with a fault is InvalidInput and changes nothing': inSpaces((spaces) => ({
    update: (id, change) =>
      spaces
        .update(id, (space) => change({ ...space, title: '' }))
        .catch(async (error: unknown) => {
          await spaces.update(id, (space) => ({ ...space, title: '' }));
          throw error;
        }),
  })),
  'concurrent updates of different details lose neither': inSpaces((spaces) => ({
    update: async (id, change) => {
      const changed = change(await spaces.get(id));
      await later();
      return await spaces.update(id, () => changed);
    },
  })),
  'a deleted space is gone, and its identifier is free': inSpaces((spaces) => ({
    remove: async (id, permit) => {
      const space = await spaces.get(id);
      permit(space);
      return space;
    },
  })),

  'a space is its owner’s and the administrators’, and SpaceForbidden to others': inSpaces(forgetsOwners),
  'a space without an owner is everyone’s where that is allowed, else the administrators’': inSpaces(
    (spaces) => ({
      add: (space) => spaces.add({ ...space, owner: 'alice' }),
    }),
  ),
  'a space is created in one’s own name, in nobody’s where that is allowed, in any by an administrator':
    inSpaces(forgetsOwners),
  'an owner that is named is one whatever its Unicode form, and InvalidInput where it is none': inSpaces(
    (spaces) => ({ add: (space) => spaces.add({ ...space, owner: space.owner.normalize('NFD') }) }),
  ),
  'a listing shows one’s own, others’, all or one owner’s, as far as the caller may see them': inSpaces(
    (spaces) => ({ list: ({ notOwner: _, ...filter }, page) => spaces.list(filter, page) }),
  ),
  'acknowledged changes are there after a restart': (ports) => ports,

  'settings are kept as given, without what is as by default': inSpaces((spaces) => ({
    add: (space) => spaces.add({ ...space, settings: { ...space.settings, readOnly: false } }),
  })),
  'a change of settings is merged at every depth, and null takes away': inSpaces((spaces) => ({
    update: (id, change) =>
      spaces.update(id, (space) => {
        const { settings, ...changed } = change(space);
        return { ...changed, settings: { ...space.settings, ...settings } };
      }),
  })),
  'every fault of settings is reported with its pointer, and nothing is stored': inSpaces(listsAGhost),
  'a history that is kept is not given up by a change': inSpaces((spaces) => ({
    update: (id, change) => spaces.update(id, (space) => change({ ...space, settings: {} })),
  })),
  'a shared space is seen by everyone with a credential, and is changed by no more callers': inSpaces(
    (spaces) => ({ list: ({ orShared: _, ...filter }, page) => spaces.list(filter, page) }),
  ),
  'a space changes hands only by an administrator': inSpaces((spaces) => ({
    update: (id, change) => spaces.update(id, (space) => ({ ...change(space), owner: space.owner })),
  })),
  'a caller with a limit has no more spaces than that': inSpaces((spaces) => ({
    add: (space) => spaces.add(space),
  })),
  'psql names the storage of every service': inSpaces((spaces) => ({
    add: (space) => spaces.add({ ...space, storageId: 'psql' }),
  })),
};

describe('the contract of the space registry', () =>
  verifyFails({ contract: spaceRegistryContract, subject: { open, reopen: open }, saboteurs, it }));

function inSpaces(replacements: (spaces: SpaceRepository) => Partial<SpaceRepository>): Break {
  return (ports) => ({ ...ports, spaces: sabotaged(ports.spaces, replacements(ports.spaces)) });
}

function forgetsOwners(spaces: SpaceRepository): Partial<SpaceRepository> {
  return { add: (space) => spaces.add({ ...space, owner: 'ANONYMOUS' }) };
}

function listsAGhost(): Partial<SpaceRepository> {
  const ghost: Space = {
    id: 'ghost',
    title: '',
    description: '',
    owner: 'alice',
    storageId: 'psql',
    settings: {},
    createdAt: 0,
    updatedAt: 0,
    contentUpdatedAt: 0,
  };
  return { list: async () => ({ items: [ghost] }) };
}
