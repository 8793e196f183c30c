import type { PortsOf } from '@cairn/kernel';
import { SpaceNotFound, type Space } from '@cairn/spaces';
import { FeatureStore, SpaceRepository } from '@cairn/spaces/spi';
import { MapNotFound } from '../errors.js';
import { SuggestStyles } from '../styles/suggest-styles.js';
import { spaceOfDefault, suggestedMap } from './default-map.js';
import { MapRepository } from './map-repository.js';
import type { MapKey, WebMap } from './web-map.js';

/** What is needed to find maps, default maps among them. */
export const mapPorts = {
  maps: MapRepository,
  spaces: SpaceRepository,
  features: FeatureStore,
  styles: SuggestStyles,
};

export type MapPorts = PortsOf<typeof mapPorts>;

/** The map, also the default map of a space that nobody has changed. @throws {MapNotFound} */
export async function getMap({ maps, spaces, features, styles }: MapPorts, key: MapKey): Promise<WebMap> {
  const [stored, found] = await Promise.all([maps.find(key), findSpace(spaces, spaceOfDefault(key.id))]);
  const space = found?.owner === key.owner ? found : undefined;
  if (stored !== undefined && !isLeft(stored, space)) return stored;
  if (space === undefined) throw new MapNotFound();
  const head = await features.statistics(space.id);
  return suggestedMap(space, await styles.execute(space, head));
}

/** Whether a default map is that of a former space with the id of this one. It begins when its space does. */
export const isLeft = (map: WebMap, space: Space | undefined): boolean =>
  space !== undefined && map.createdAt !== space.createdAt;

/** The space, if there is one. */
export async function findSpace(spaces: SpaceRepository, id: string | undefined): Promise<Space | undefined> {
  if (id === undefined) return undefined;
  try {
    return await spaces.get(id);
  } catch (error) {
    if (error instanceof SpaceNotFound) return undefined;
    throw error;
  }
}
