import { isAtLeast, roleOn } from '@cairn/access';
import type { GrantRepository } from '@cairn/access/spi';
import { rightsOn, type Caller, type Space } from '@cairn/spaces';
import type { SpaceRepository } from '@cairn/spaces/spi';
import { findSpace } from './find-map.js';
import type { MapLayer, WebMap } from './web-map.js';

interface Ports {
  readonly spaces: SpaceRepository;
  readonly grants: GrantRepository;
}

/** A layer of a map, and who asks for it. */
export interface AskedLayer {
  readonly map: Pick<WebMap, 'owner'>;
  readonly layer: Pick<MapLayer, 'space' | 'sharedBy' | 'spaceCreatedAt'>;
  /** Rights on spaces that the reader has besides the map. */
  readonly reader?: Caller | undefined;
}

/**
 * The space of a layer, for everyone who may read the map: if it belongs to the map's owner, or if the user who has put
 * it into the map may share it now. For a reader who may read the space anyway, too. `undefined` if the layer is gone, also
 * where another space has got the id of its space.
 */
export async function openSpace(
  { spaces, grants }: Ports,
  { map, layer, reader }: AskedLayer,
): Promise<Space | undefined> {
  const space = await findSpace(spaces, layer.space);
  if (space === undefined || space.settings.active === false) return undefined;
  if (layer.spaceCreatedAt !== undefined && layer.spaceCreatedAt !== space.createdAt) return undefined;
  if (space.owner === map.owner) return space;
  if (reader !== undefined && rightsOn(reader, space).includes('readFeatures')) return space;
  return (await vouches(grants, layer.sharedBy, space)) ? space : undefined;
}

/** Whether the user manages the space by a grant of its owner. */
async function vouches(
  grants: GrantRepository,
  user: string | undefined,
  { id, owner }: Space,
): Promise<boolean> {
  if (user === undefined || !isUser(user)) return false;
  const held = await grants.heldBy(user, owner);
  return isAtLeast(roleOn(held, { accountId: owner, parts: [{ type: 'space', id }] }), 'manager');
}

/** Keys are left out: their grants outlive them. */
export const isUser = (actor: string): actor is `user:${string}` => actor.startsWith('user:');

/** Whether the caller may share the space: who manages it may show it to everyone. */
export function mayShare(caller: Caller, space: Space): boolean {
  return rightsOn(caller, space).some((right) => right === 'manageSpaces' || right === 'adminSpaces');
}
