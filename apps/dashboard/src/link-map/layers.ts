import { LayerMap, type StyleOfMap } from '../map-parts/layer-map.ts';
import { theme, watchPalette } from '../views/spaces/map/palette.ts';
import './map.css';
import type { MapOfLayers } from './shared-map.ts';

/** Shows a map of layers with its legend and popups. @throws {Error} if the link no longer opens it. */
export async function showLayers(element: MapOfLayers): Promise<void> {
  const { style: address, ends, other, count, few, many, picture } = element.dataset;
  const { lang } = document.documentElement;
  const read = async (): Promise<StyleOfMap> => {
    const response = await fetch(`${address}&theme=${theme()}&language=${lang}`);
    if (!response.ok) throw new Error(`${response.status}`);
    return (await response.json()) as StyleOfMap;
  };
  const style = await read();
  const container = document.createElement('div');
  element.replaceChildren(container);
  const words = { other, count, few, many, picture, lang };
  const shown = new LayerMap({ container, style, texts: { ends }, words });
  element.append(shown.legend);
  watchPalette(() => void read().then((next) => shown.show(next)));
}
