import { MapChanged } from '@cairn/maps';
import type { MapRepository } from '@cairn/maps/spi';
import {
  later,
  mapRepositoryContract,
  sabotaged,
  verify,
  verifyFails,
  type MapPorts,
  type Saboteurs,
} from '@cairn/testkit';
import { describe, it } from '@jest/globals';
import { MemoryGrantRepository } from '../access/memory-grant-repository.js';
import { MemoryLinkRepository } from '../access/memory-link-repository.js';
import { MemorySignInRecords } from '../access/memory-sign-in-records.js';
import { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemoryTrash } from '../trash/memory-trash.js';
import { MemoryMapRepository } from './memory-map-repository.js';

const open = async (): Promise<MapPorts> => {
  const outbox = new MemoryOutbox();
  const grants = new MemoryGrantRepository(new MemorySignInRecords());
  const links = new MemoryLinkRepository();
  const trash = new MemoryTrash({ outbox, shared: [grants, links] });
  return { maps: new MemoryMapRepository(trash, outbox), outbox, trash, grants, links };
};

describe('MemoryMapRepository', () =>
  verify({
    contract: mapRepositoryContract,
    subject: { open, reopen: open },
    it,
    waivers: { 'maps are there after a restart': 'memory is not durable' },
  }));

const broken =
  (replace: (maps: MapRepository, ports: MapPorts) => Partial<MapRepository>) =>
  (ports: MapPorts): MapPorts => ({ ...ports, maps: sabotaged(ports.maps, replace(ports.maps, ports)) });

const saboteurs: Saboteurs<MapPorts, typeof mapRepositoryContract> = {
  'a map is returned as it was inserted, with its layers in their order': broken((maps) => ({
    get: async (key) => {
      const map = await maps.get(key);
      return { ...map, layers: map.layers.toSorted((one, other) => (one.id < other.id ? -1 : 1)) };
    },
  })),
  'another owner’s map, and an absent one, is not found, MapNotFound or NotInTrash': broken((maps) => ({
    find: async ({ owner, id }) =>
      (await maps.find({ owner, id })) ?? (await maps.find({ owner: 'alice', id })),
  })),
  'an owner has one map of an id, and each owner may have one': broken((maps) => ({
    insert: async (map, limits) => {
      const { id } = map;
      if ((await maps.find(map)) ?? (await maps.find({ owner: 'alice', id }))) return;
      await maps.insert(map, limits);
    },
  })),
  'an owner has no more maps than allowed, however many are inserted at once': broken((maps) => ({
    insert: async (map, limits) => {
      const { items } = await maps.list(map.owner, { limit: 99 });
      await later();
      await maps.insert(map, limits && items.length < limits.maxMaps ? undefined : limits);
    },
  })),
  'maps are listed by owner, the latest first, page by page, with the number of their layers': broken(
    (maps) => ({
      list: async (owner, page) => {
        const { items, ...next } = await maps.list(owner, page);
        return { items: items.map((map) => ({ ...map, layerCount: 0 })), ...next };
      },
    }),
  ),
  'the maps with a layer of a space are listed, as they are now': broken((maps) => ({
    update: async (key) => await maps.get(key),
  })),
  'a change that throws changes nothing': broken((maps) => ({
    update: async (key, change) => {
      const { title } = await maps.get(key);
      await maps.update(key, (map) => ({ ...map, title: `${title}!` }));
      return await maps.update(key, change);
    },
  })),
  'of many changes of one version at once one is made, and changes of any version all are': broken(
    (maps) => ({
      update: async (key, change) => {
        const changed = change(await maps.get(key));
        await later();
        return await maps.update(key, () => changed);
      },
    }),
  ),
  'a map is never read with the layers of another version': broken((maps) => ({
    get: async (key) => {
      const { layers } = await maps.get(key);
      await later();
      return { ...(await maps.get(key)), layers };
    },
  })),
  'every change of a map is an event that is stored with it': broken((maps) => ({
    restore: async (key) => {
      await maps.restore(key);
      await maps.update(key, (map) => map);
    },
  })),
  'a removed map is gone with its layers, and the grants and links on it, and no others': broken(
    (maps, { grants }) => ({
      remove: async (key) => {
        const { items } = await grants.list(key.owner, { limit: 9 }, { type: 'map', id: key.id });
        await maps.remove(key);
        for (const grant of items) await grants.give(grant);
      },
    }),
  ),
  'a map in the trash comes back once as it was, with its grants, and goes with them for good': broken(
    (maps) => ({
      restore: async (key) => {
        await maps.restore(key);
        await maps.update(key, (map) => ({ ...map, layers: map.layers.slice(1) }));
      },
    }),
  ),
  'only the version that is to be removed is removed, whatever happens meanwhile, or MapChanged': broken(
    (maps) => ({
      remove: async (key, removal = {}) => {
        const { version } = await maps.get(key);
        if (removal.version !== undefined && removal.version !== version) throw new MapChanged(version);
        await later();
        await maps.remove(key, { ...removal, version: undefined });
      },
    }),
  ),
  'large maps and odd texts are stored as they are': broken((maps) => ({
    insert: (map, limits) => maps.insert({ ...map, title: map.title.normalize() }, limits),
  })),
  'maps are there after a restart': (ports) => ports,
};

describe('the contract of maps', () =>
  verifyFails({ contract: mapRepositoryContract, subject: { open, reopen: open }, saboteurs, it }));
