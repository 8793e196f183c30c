import type { LinkedResource } from '@cairn/access';
import type { GrantRepository, LinkRepository } from '@cairn/access/spi';
import type { Disposal, Trash, TrashEntry } from '@cairn/kernel';
import type { PhotoLinkRepository } from '@cairn/photo-places/spi';
import type { FeatureRestoration, FeatureTrash, RestoredFeatures, SpaceRestoration } from '@cairn/spaces/spi';
import type { Space } from '@cairn/spaces';
import { aSpace, identifier } from '../../builders.js';
import type { Subject } from '../../contract.js';
import { aGrant, aLink } from '../../access/sharing-builders.js';
import { NOW, openedSpace, type FeatureStorePorts } from '../../features/feature-store-ports.js';

/** Spaces and features, and the trash that they go to. */
export interface SpaceTrashPorts extends FeatureStorePorts {
  readonly trash: Trash;
  readonly held: FeatureTrash;
  readonly links: PhotoLinkRepository;
  readonly grants: GrantRepository;
  readonly shareLinks: LinkRepository;
}

let made = 0;

/** A deletion that nobody else makes. */
export function aDisposal(given: Partial<Disposal> = {}): Disposal {
  const deletion = identifier((made += 1), 22);
  const until = { deletedAt: NOW, expiresAt: NOW + 1_000 };
  return { deletion, deletedBy: 'key:1', ...until, countsBytes: true, ...given };
}

export type OpenedTrash = Awaited<ReturnType<typeof openTrash>>;

/** Fresh ports with a space of an owner that nobody else has. */
export async function openTrash({ open }: Subject<SpaceTrashPorts>, given: Partial<Space> = {}) {
  const ports = await open();
  const space = aSpace({ owner: `owner-${(made += 1)}`, ...given });
  await ports.spaces.add(space);
  return openedTrash(ports, space);
}

export function openedTrash(ports: SpaceTrashPorts, space: Space) {
  const { owner, id } = space;
  return {
    ...ports,
    ...openedSpace(ports, id),
    space,
    owner,
    entries: async (): Promise<readonly TrashEntry[]> =>
      (await ports.trash.list(owner, {}, { limit: 100 })).items,
    /** Removes the space into the trash, and gives the entry. */
    removeSpace: async (): Promise<string> => {
      const disposal = aDisposal();
      await ports.spaces.remove(id, () => {}, disposal);
      return disposal.deletion;
    },
    /** Shares the space, or something else, with bob, and by a link. */
    share: async (accountId = owner, resource: LinkedResource = { type: 'space', id }): Promise<void> => {
      const shared = { accountId, resource };
      await ports.grants.give(aGrant(shared));
      await ports.shareLinks.add(aLink({ ...shared, position: 'exact' }));
    },
    /** How many grants and links there are on spaces of the owner. */
    shared: async (accountId = owner): Promise<readonly number[]> => [
      (await ports.grants.list(accountId, { limit: 9 })).items.length,
      (await ports.shareLinks.list(accountId, { limit: 9 })).items.length,
    ],
    restoreSpace: (entry: string, limits: Partial<SpaceRestoration> = {}): Promise<Space> =>
      ports.spaces.restore({ owner, entry, now: NOW + 1, ...limits }),
    restore: (entry: string, part: Partial<FeatureRestoration> = {}): Promise<RestoredFeatures> =>
      ports.features.restore(id, { entry, limit: 1_000, now: NOW + 1, ...part }),
  };
}
