import type { MapStyle, TileJson } from '@cairn/api-schema';
import { cellsOf, legendOf, popupOf } from '@cairn/map-style';
import { MapLegend } from '../map-parts/legend.ts';
import { openPopup, popupElement } from '../map-parts/popup.ts';
import { theme, watchPalette } from '../views/spaces/map/palette.ts';
import { FEATURES, layersIn, type SpaceLayer } from '../views/spaces/map/space-layers.ts';
import { SpaceMap, type Hit } from '../views/spaces/map/space-map.ts';
import './elements/map.css';
import type { MapOfSpace } from './elements/shared-map.ts';

const nothing = (): void => undefined;

/** Shows the space of a link as its default map does. @throws {Error} if the link no longer opens the space. */
export async function showSpace(element: MapOfSpace): Promise<void> {
  const { space, ends, picture } = element.dataset;
  const style = await read<MapStyle>(space);
  const {
    tiles,
    bounds,
    vector_layers: named,
  } = await read<TileJson>(String(style.sources[FEATURES]?.['url']));
  // The tiles have no cells.
  const layers = layersIn(style).filter((layer) => cellsOf(layer.style) === undefined);
  const container = document.createElement('div');
  element.replaceChildren(container);
  const content = {
    spaceId: named[0]?.id ?? '',
    tiles: tiles[0] ?? '',
    hasCells: false,
    layers: layers.length === 0 ? undefined : layers,
    chosenId: undefined,
  };
  let popup: ReturnType<typeof openPopup> | undefined;
  const tell = (_: string | undefined, hit?: Hit): void => {
    popup?.remove();
    if (hit?.layer?.popup === undefined) return;
    const told = popupElement(popupOf(hit.layer.popup, hit.properties), picture);
    popup = openPopup(hit.map, hit.place, told);
  };
  const others = { onmove: nothing, oncount: nothing, onview: nothing, onomitted: nothing };
  new SpaceMap({ container, content, bounds, at: '', texts: { ends }, onchoose: tell, ...others });
  element.append(legendOfSpace(layers, element.dataset));
}

function legendOfSpace(layers: readonly SpaceLayer[], texts: MapOfSpace['dataset']): HTMLElement {
  const legend = new MapLegend({ words: { ...texts, lang: document.documentElement.lang } });
  const show = (): void =>
    legend.show(
      layers.map(({ id, title, visible, style }) => ({
        id,
        title,
        isShown: visible,
        legend: legendOf(style, { theme: theme() }),
      })),
    );
  watchPalette(show);
  show();
  return legend.element;
}

async function read<T>(address: string): Promise<T> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as T;
}
