import { describe, it } from '@jest/globals';
import { SpaceExists, SpaceLimitReached, type Space, type SpaceFilter } from '@cairn/spaces';
import type { SpaceRepository } from '@cairn/spaces/spi';
import { later, sabotaged, spaceRepositoryContract, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemorySpaceRepository } from './memory-space-repository.js';

const ALL = { limit: 1_000_000 };

const open = async (): Promise<SpaceRepository> => new MemorySpaceRepository();

const saboteurs: Saboteurs<SpaceRepository, typeof spaceRepositoryContract> = {
  'get and list return every field': (spaces) =>
    sabotaged(spaces, { add: (space) => spaces.add({ ...space, contentUpdatedAt: space.updatedAt }) }),
  'unusual, long and empty strings are returned unchanged': (spaces) =>
    sabotaged(spaces, { add: (space) => spaces.add({ ...space, title: space.title.trim() }) }),
  'values passed in and returned are copies': (spaces) => {
    const kept = new Map<string, Space>();
    return sabotaged(spaces, {
      get: async (id) => {
        const space = kept.get(id) ?? (await spaces.get(id));
        kept.set(id, space);
        return space;
      },
    });
  },
  'get, update and remove of an absent space are SpaceNotFound': (spaces) =>
    sabotaged(spaces, { get: (id) => spaces.get(id === 'roads' ? 'Roads' : id) }),
  'add of a taken identifier is SpaceExists and changes nothing': replacesWhatIsThere,
  'of concurrent adds of one identifier exactly one succeeds': replacesWhatIsThere,
  'an identifier is free again after a remove': (spaces) => {
    const used = new Set<string>();
    return sabotaged(spaces, {
      add: async (space) => {
        if (used.has(space.id)) throw new SpaceExists(space.id);
        used.add(space.id);
        await spaces.add(space);
      },
    });
  },
  'spaces are listed oldest first, then by ascending identifier in code units, on pages of any size': (
    spaces,
  ) =>
    sabotaged(spaces, {
      list: async (owners, page) => {
        const { items, ...rest } = await spaces.list(owners, page);
        const order = (left: Space, right: Space): number =>
          left.createdAt - right.createdAt || left.id.localeCompare(right.id);
        return { ...rest, items: [...items].sort(order) };
      },
    }),
  'a page goes on where the last one ended although spaces come and go': (spaces) =>
    sabotaged(spaces, {
      list: async (owners, { limit, after }) => {
        const start = after === undefined ? 0 : Number(after.id);
        const { items } = await spaces.list(owners, ALL);
        const end = start + limit;
        const part = items.slice(start, end);
        return items.length > end ? { items: part, next: { at: 0, id: String(end) } } : { items: part };
      },
    }),
  'a listing shows the owners asked for and no others': lists(({ owner, ...filter }) => ({
    ...filter,
    ...(owner === '%' ? {} : { owner }),
  })),
  'a listing shows what a pattern matches or is shared, each space once': lists(({ among, ...filter }) => ({
    ...filter,
    among: among?.map((pattern) => pattern.map((part) => ({ ...part, isPrefix: true }))),
  })),
  'a listing shows the spaces that have a tag now': (spaces) =>
    sabotaged(spaces, {
      update: (id, change) =>
        spaces.update(id, (space) => {
          const { settings, ...changed } = change(space);
          return {
            ...changed,
            settings: { ...settings, tags: { ...space.settings.tags, ...settings.tags } },
          };
        }),
    }),
  'a listing shows the spaces of a region': lists(({ region, ...filter }) => ({ ...filter, tag: region })),
  'a listing shows the spaces whose content changed then': lists(({ contentUpdatedAt = [], ...filter }) => ({
    ...filter,
    contentUpdatedAt: contentUpdatedAt.slice(0, 1),
  })),
  'all parts of a filter hold, on pages of any size': lists(({ orShared: _, ...filter }) => filter),
  'more spaces than an owner may have are SpaceLimitReached, however many come at once': (spaces) =>
    sabotaged(spaces, {
      add: async (space, limits = {}) => {
        const { maxSpaces = Infinity } = limits;
        const { items } = await spaces.list({ owner: space.owner }, ALL);
        await later();
        if (items.length >= maxSpaces) throw new SpaceLimitReached(maxSpaces);
        await spaces.add(space);
      },
    }),
  'spaces are all there after a restart': (spaces) => spaces,

  'update stores and returns the changed space': (spaces) =>
    sabotaged(spaces, {
      update: (id, change) => spaces.update(id, (space) => ({ ...change(space), owner: space.owner })),
    }),
  'an update whose change throws fails with what was thrown and stores nothing': (spaces) =>
    sabotaged(spaces, { update: (id, change) => spaces.update(id, change).catch(() => spaces.get(id)) }),
  'concurrent updates of one space lose none': (spaces) =>
    sabotaged(spaces, {
      update: async (id, change) => {
        const changed = change(await spaces.get(id));
        await later();
        return await spaces.update(id, () => changed);
      },
    }),
  'remove gives the space as it is stored last, having asked about that': (spaces) => {
    const added = new Map<string, Space>();
    return sabotaged(spaces, {
      add: async (space) => {
        added.set(space.id, { ...space });
        await spaces.add(space);
      },
      remove: (id, permit) => spaces.remove(id, (space) => permit(added.get(id) ?? space)),
    });
  },
  'a remove that is not permitted fails with what was thrown and leaves the space': (spaces) =>
    sabotaged(spaces, {
      remove: async (id, permit) => {
        const space = await spaces.remove(id, () => {});
        permit(space);
        return space;
      },
    }),
  'of concurrent removes of one space exactly one succeeds': (spaces) =>
    sabotaged(spaces, {
      remove: async (id, permit) => {
        const space = await spaces.get(id);
        await later();
        return await spaces.remove(id, permit).catch(() => space);
      },
    }),
  'what was acknowledged is what is stored when a third of the changes at once fail': (spaces) => {
    const open = new Map<string, Space>();
    return sabotaged(spaces, {
      update: async (id, change) => {
        open.set(id, await spaces.get(id));
        const changed = await spaces.update(id, change).catch(async (error: unknown) => {
          for (const space of open.values()) await spaces.update(space.id, () => space);
          throw error;
        });
        await later();
        open.delete(id);
        return changed;
      },
    });
  },
};

describe('the contract of space repositories', () =>
  verifyFails({ contract: spaceRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));

function replacesWhatIsThere(spaces: SpaceRepository): SpaceRepository {
  return sabotaged(spaces, {
    add: (space) => spaces.add(space).catch(async () => void (await spaces.update(space.id, () => space))),
  });
}

function lists(change: (filter: SpaceFilter) => SpaceFilter): (spaces: SpaceRepository) => SpaceRepository {
  return (spaces) => sabotaged(spaces, { list: (filter, page) => spaces.list(change(filter), page) });
}
