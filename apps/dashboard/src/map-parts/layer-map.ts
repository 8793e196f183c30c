import { GROUND_SOURCE } from '@cairn/ground';
import { popupOf, type ColorEntry, type Legend, type Popup } from '@cairn/map-style';
import type {
  LngLatBoundsLike,
  Map as MapLibre,
  MapGeoJSONFeature,
  PointLike,
  StyleSpecification,
} from 'maplibre-gl';
import { hasStreets, onBaseMap } from '../views/spaces/map/base-map.ts';
import type { GroundTexts } from '../views/spaces/map/ground-end.ts';
import { openMap } from '../views/spaces/map/open-map.ts';
import { MapLegend } from './legend.ts';
import type { LegendWords } from './meaning.ts';
import { openPopup, popupElement } from './popup.ts';

/** What the style of a map tells of a layer. */
export interface StyledLayer {
  readonly id: string;
  readonly title: string;
  readonly visible: boolean;
  readonly legend: Legend;
  readonly popup?: Popup;
  /** The properties that are columns of its table. */
  readonly table?: readonly string[];
}

/** The style of a map, as `getWebMapStyle` gives it. */
export type StyleOfMap = StyleSpecification & {
  readonly metadata: { readonly 'cairn:layers': readonly StyledLayer[] };
};

/** What is said on the map and beside it. */
export interface LayerMapWords extends LegendWords {
  /** What a picture without a name is called. */
  readonly picture: string;
}

interface LayerMapOptions {
  readonly container: HTMLElement;
  readonly style: StyleOfMap;
  readonly texts: GroundTexts;
  readonly words: LayerMapWords;
  /** Whether an entry of the legend is selected. */
  readonly isPicked?: ((layerId: string, entry: ColorEntry) => boolean) | undefined;
  /** With it, categories and classes of the legend can be selected. */
  readonly onpick?: ((layerId: string, entry: ColorEntry) => void) | undefined;
}

/** The tolerance around a click in pixels, so that fingers can hit points. */
const REACH = 6;
/** The tolerance around the middle of the map, for the keyboard. */
const WIDE_REACH = 24;
/** The nearest that a map without a view of its own begins: a single feature has no extent. */
const CLOSEST = 15;

/** A map of layers, with popups of its features and a legend, by which layers are shown and hidden. */
export class LayerMap {
  readonly map: MapLibre;
  /** To be put beside the map. */
  readonly legend: HTMLElement;
  private readonly list: MapLegend;
  private style: StyleOfMap;
  /** Layers that were shown or hidden here. */
  private readonly toggled = new Map<string, boolean>();

  constructor(private readonly options: LayerMapOptions) {
    const { container, style, texts, words, onpick } = options;
    this.style = style;
    this.list = new MapLegend({
      words,
      onpick,
      ontoggle: (id, isShown) => this.turn(id, isShown ? 'visible' : 'none'),
    });
    this.legend = this.list.element;
    this.map = openMap({ container, style: drawn(style), texts });
    const bounds = boundsOf(style, style.metadata['cairn:layers']);
    if (isWorld(style) && bounds !== undefined)
      this.map.fitBounds(bounds, { padding: 40, animate: false, maxZoom: CLOSEST });
    this.map.on('click', ({ point }) => this.tell(point.x, point.y, REACH));
    this.map.getCanvas().addEventListener('keydown', ({ key }) => {
      if (key !== 'Enter') return;
      const { clientWidth, clientHeight } = this.map.getCanvas();
      this.tell(clientWidth / 2, clientHeight / 2, WIDE_REACH);
    });
    this.showLegend();
  }

  /** Shows another style of the map, such as that of another theme. */
  show(style: StyleOfMap): void {
    this.style = style;
    this.map.setStyle(drawn({ ...style, layers: style.layers.map((layer) => this.toggledLayer(layer)) }));
    this.showLegend();
  }

  /** Draws the legend again, after something else is selected. */
  showLegend(): void {
    const { isPicked } = this.options;
    this.list.show(
      // The uppermost first, as a stack is read.
      this.layers()
        .toReversed()
        .map((layer) => ({
          ...layer,
          isShown: this.isShown(layer),
          ...(isPicked && { isPicked: (entry: ColorEntry) => isPicked(layer.id, entry) }),
        })),
    );
  }

  /** Shows or hides a layer. */
  turn(layerId: string, visibility: 'visible' | 'none'): void {
    this.toggled.set(layerId, visibility === 'visible');
    for (const { id } of this.style.layers)
      if (isOf(id, layerId)) this.map.setLayoutProperty(id, 'visibility', visibility);
    this.showLegend();
  }

  close(): void {
    this.map.remove();
  }

  private layers(): readonly StyledLayer[] {
    return this.style.metadata['cairn:layers'];
  }

  private isShown({ id, visible }: StyledLayer): boolean {
    return this.toggled.get(id) ?? visible;
  }

  private toggledLayer(layer: StyleSpecification['layers'][number]): StyleSpecification['layers'][number] {
    const owner = this.layers().find(({ id }) => isOf(layer.id, id));
    if (owner === undefined) return layer;
    const visibility = this.isShown(owner) ? 'visible' : 'none';
    return { ...layer, layout: { ...layer.layout, visibility } };
  }

  /** Opens the popup of the uppermost feature at a place of the map that has one. */
  private tell(x: number, y: number, reach: number): void {
    const found = featuresAt(this.map, { x, y, reach }, this.layers().map(({ id }) => `${id}:`)); // prettier-ignore
    for (const { layer, properties } of found) {
      const popup = this.layers().find(({ id }) => isOf(layer.id, id))?.popup;
      if (popup === undefined) continue;
      const content = popupElement(popupOf(popup, properties), this.options.words.picture);
      openPopup(this.map, this.map.unproject([x, y]), content);
      return;
    }
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
  /** The tolerance on each side. */
  readonly reach: number;
}

/** Features at a place of a map, the uppermost first, in the layers whose ids begin with one of the prefixes. */
export function featuresAt(
  map: MapLibre,
  { x, y, reach }: Place,
  prefixes: readonly string[],
): readonly MapGeoJSONFeature[] {
  const ids = map.getStyle().layers.map(({ id }) => id);
  const layers = ids.filter((id) => prefixes.some((prefix) => id.startsWith(prefix)));
  const box: [PointLike, PointLike] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ];
  const exact = map.queryRenderedFeatures([x, y], { layers });
  return exact.length > 0 ? exact : map.queryRenderedFeatures(box, { layers });
}

/** Whether a layer or source of a style belongs to this layer of the map. */
const isOf = (name: string, layerId: string): boolean => name.startsWith(`${layerId}:`);

/** On the base map of this service, where the map has one. */
function drawn(style: StyleOfMap): StyleSpecification {
  if (!hasStreets || style.sources[GROUND_SOURCE] === undefined) return style;
  const own = style.metadata['cairn:layers'];
  const isData = (name: string): boolean => own.some(({ id }) => isOf(name, id));
  const sources = Object.fromEntries(Object.entries(style.sources).filter(([name]) => isData(name)));
  const { center, zoom, bearing, pitch } = style;
  return {
    ...onBaseMap({ sources, layers: style.layers.filter(({ id }) => isData(id)) }),
    ...(center !== undefined && { center }),
    ...(zoom !== undefined && { zoom }),
    ...(bearing !== undefined && { bearing }),
    ...(pitch !== undefined && { pitch }),
  };
}

const isWorld = ({ zoom = 0 }: StyleSpecification): boolean => zoom <= 1;

/** Of the features of all layers that are shown at first. */
function boundsOf(
  { sources }: StyleSpecification,
  layers: readonly StyledLayer[],
): LngLatBoundsLike | undefined {
  const shown = layers.filter(({ visible }) => visible);
  const boxes = Object.entries(sources).flatMap(([name, source]) =>
    source.type === 'vector' && source.bounds && shown.some(({ id }) => isOf(name, id))
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
