import type { TileJson } from '@cairn/api-schema';
import { SpaceMap } from '../views/spaces/map/space-map.ts';
import './map.css';
import type { MapOfSpace } from './shared-map.ts';

const nothing = (): void => undefined;

/** Shows the features of the space of a link. @throws {Error} if the link no longer opens the space. */
export async function showSpace(element: MapOfSpace): Promise<void> {
  const response = await fetch(element.dataset.tiles);
  if (!response.ok) throw new Error(`${response.status}`);
  const { tiles, bounds, vector_layers: layers } = (await response.json()) as TileJson;
  const container = document.createElement('div');
  element.replaceChildren(container);
  const content = {
    spaceId: layers[0]?.id ?? '',
    tiles: tiles[0] ?? '',
    hasCells: false,
    chosenId: undefined,
  };
  const told = { onmove: nothing, onchoose: nothing, oncount: nothing, onview: nothing, onomitted: nothing };
  new SpaceMap({ container, content, bounds, at: '', texts: { ends: element.dataset.ends }, ...told });
}
