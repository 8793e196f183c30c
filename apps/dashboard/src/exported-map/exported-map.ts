import { addProtocol } from 'maplibre-gl';
import { PMTiles, Protocol } from 'pmtiles';
import { LayerMap, type StyleOfMap } from '../map-parts/layer-map.ts';
import '../styles/tokens.css';
import { theme, watchPalette } from '../views/spaces/map/palette.ts';
import { archivesIn, withAddresses } from './addresses.ts';
import './exported-map.css';
import { RangesOrWhole } from './ranges-or-whole.ts';

/** The element that shows the map. Its page has the data. */
export interface MapElement extends HTMLElement {
  readonly dataset: {
    /** The addresses of the styles. */
    readonly light: string;
    readonly dark: string;
    /** The text for where the base map ends. */
    readonly ends: string;
    /** What the legend says, and what a picture without a name is called. */
    readonly other: string;
    readonly count: string;
    readonly few: string;
    readonly many: string;
    readonly picture: string;
  };
}

/** Shows the map of the folder that the page lies in, with its legend and popups. */
export async function showMap(element: MapElement): Promise<void> {
  const { light, dark, ends, ...said } = element.dataset;
  const folder = new URL('.', document.baseURI).href;
  const protocol = new Protocol();
  addProtocol('pmtiles', protocol.tile);
  const read = async (): Promise<StyleOfMap> => {
    const response = await fetch(theme() === 'dark' ? dark : light);
    if (!response.ok) throw new Error(`${response.status}`);
    const style = withAddresses((await response.json()) as StyleOfMap, folder);
    for (const url of archivesIn(style))
      if (protocol.get(url) === undefined) protocol.add(new PMTiles(new RangesOrWhole(url)));
    return style;
  };
  const style = await read();
  const container = document.createElement('div');
  element.replaceChildren(container);
  const words = { ...said, lang: document.documentElement.lang };
  const shown = new LayerMap({ container, style, texts: { ends }, words });
  element.append(shown.legend);
  watchPalette(() => void read().then((next) => shown.show(next)));
}
