import { popupOf, type Legend, type Popup } from '@cairn/map-style';
import { Popup as Bubble, type LngLatBoundsLike, type StyleSpecification } from 'maplibre-gl';
import { openMap } from '../views/spaces/map/open-map.ts';
import { theme } from '../views/spaces/map/palette.ts';
import { legendElement } from './legend.ts';
import './map.css';
import { popupElement } from './popup.ts';
import type { MapOfLayers } from './shared-map.ts';

/** What a style tells of a layer. */
interface ToldLayer {
  readonly id: string;
  readonly title: string;
  readonly visible: boolean;
  readonly legend: Legend;
  readonly popup?: Popup;
}

type Told = StyleSpecification & { readonly metadata: { readonly 'cairn:layers': readonly ToldLayer[] } };

/** The nearest that a map without a view of its own begins: a single feature has no extent. */
const CLOSEST = 15;

/** Shows a map of layers with its legend and popups. @throws {Error} if the link no longer opens it. */
export async function showLayers(element: MapOfLayers): Promise<void> {
  const { style: address, ends, other, picture } = element.dataset;
  const { lang } = document.documentElement;
  const response = await fetch(`${address}&theme=${theme()}&language=${lang}`);
  if (!response.ok) throw new Error(`${response.status}`);
  const style = (await response.json()) as Told;
  const layers = style.metadata['cairn:layers'].filter(({ visible }) => visible);
  const container = document.createElement('div');
  element.replaceChildren(container, legendElement(layers, { other, lang }));
  const bounds = boundsOf(style, layers);
  const map = openMap({ container, style, texts: { ends } });
  if (isWorld(style) && bounds !== undefined)
    map.fitBounds(bounds, { padding: 40, animate: false, maxZoom: CLOSEST });
  map.on('click', ({ point, lngLat }) => {
    const drawn = map
      .getStyle()
      .layers.filter(({ id }) => layers.some((layer) => id.startsWith(`${layer.id}:`)));
    for (const { layer, properties } of map.queryRenderedFeatures(point, {
      layers: drawn.map(({ id }) => id),
    })) {
      const popup = layers.find(({ id }) => layer.id.startsWith(`${id}:`))?.popup;
      if (popup === undefined) continue;
      const content = popupElement(popupOf(popup, properties), picture);
      new Bubble({ maxWidth: '20rem' }).setLngLat(lngLat).setDOMContent(content).addTo(map);
      return;
    }
  });
}

const isWorld = ({ zoom = 0 }: StyleSpecification): boolean => zoom <= 1;

/** Of the features of all layers. */
function boundsOf(
  { sources }: StyleSpecification,
  layers: readonly ToldLayer[],
): LngLatBoundsLike | undefined {
  const boxes = Object.entries(sources).flatMap(([name, source]) =>
    source.type === 'vector' && source.bounds && layers.some(({ id }) => name.startsWith(`${id}:`))
      ? [source.bounds]
      : [],
  );
  if (boxes.length === 0) return undefined;
  const [wests, souths, easts, norths] = [0, 1, 2, 3].map((side) => boxes.map((box) => box[side] ?? 0));
  return [
    Math.min(...(wests ?? [])),
    Math.min(...(souths ?? [])),
    Math.max(...(easts ?? [])),
    Math.max(...(norths ?? [])),
  ];
}
