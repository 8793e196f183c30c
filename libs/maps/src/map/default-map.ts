import type { Space } from '@cairn/spaces';
import type { Suggestion } from '@cairn/map-style';
import { asTitle } from './parse-map.js';
import type { WebMap } from './web-map.js';

/** No random identifier has a point. */
const PREFIX = 'space.';
const LAYER_ID = 'features';

/** The id of the default map of a space. */
export const defaultMapId = (spaceId: string): string => `${PREFIX}${spaceId}`;

/** The space of which a map with this id is the default map; `undefined` for any other map. */
export const spaceOfDefault = (mapId: string): string | undefined =>
  mapId.startsWith(PREFIX) ? mapId.slice(PREFIX.length) : undefined;

/** The default map of a space that nobody has changed: its features, as a sample of them suggests. */
export function suggestedMap(space: Space, suggestion: Suggestion): WebMap {
  const { id, owner, createdAt } = space;
  const layer = suggestedLayer(space, suggestion);
  return {
    id: defaultMapId(id),
    owner,
    title: layer.title,
    description: '',
    layers: [layer],
    version: 0,
    createdAt,
    // Nobody has changed it. The time of the latest write would tell its readers of what the map does not show.
    updatedAt: createdAt,
  };
}

/** A layer of all features of the space. */
export const suggestedLayer = ({ id, title, createdAt }: Space, { style, popup }: Suggestion) => ({
  id: LAYER_ID,
  title: asTitle(title.trim() === '' ? id : title),
  space: id,
  style,
  popup,
  visible: true,
  spaceCreatedAt: createdAt,
});
