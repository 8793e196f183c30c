import { GROUND_SOURCE } from '@cairn/ground';
import { popupOf, type ColorEntry, type Legend, type Popup as PopupRule } from '@cairn/map-style';
import {
  VectorTileSource,
  type LngLatBoundsLike,
  type Map as MapLibre,
  type LngLatLike,
  type Popup,
  type RequestTransformFunction,
  type StyleSpecification,
} from 'maplibre-gl';
import { hasStreets, onBaseMap } from '../views/spaces/map/base-map.ts';
import type { GroundTexts } from '../views/spaces/map/ground-end.ts';
import { openMap } from '../views/spaces/map/open-map.ts';
import { featuresAt } from './features-at.ts';
import { fitView } from './fitted-view.ts';
import { MapLegend } from './legend.ts';
import type { LegendWords } from './meaning.ts';
import { openPopup, popupElement } from './popup.ts';

/** What the style of a map tells of a layer. */
export interface StyledLayer {
  readonly id: string;
  readonly title: string;
  readonly visible: boolean;
  readonly legend: Legend;
  readonly popup?: PopupRule;
  /** The properties that are columns of its table. */
  readonly table?: readonly string[];
}

/** The style of a map, as `getWebMapStyle` gives it. */
export type StyleOfMap = StyleSpecification & {
  readonly metadata: {
    readonly 'cairn:layers': readonly StyledLayer[];
    /** Whether it has a view of its own, or is to begin with all of its features. */
    readonly 'cairn:view': 'all' | 'stored';
  };
};

/** What is said on the map and beside it. */
export interface LayerMapWords extends LegendWords {
  /** What a picture without a name is called. */
  readonly picture: string;
}

export interface LayerMapOptions {
  readonly container: HTMLElement;
  readonly style: StyleOfMap;
  readonly texts: GroundTexts;
  readonly words: LayerMapWords;
  /** Headers for what is loaded from this service. */
  readonly transformRequest?: RequestTransformFunction | undefined;
  /** Whether a layer is shown; by the map's own setting and what was toggled here by default. */
  readonly isShown?: ((layer: StyledLayer) => boolean) | undefined;
  /** With it, whoever made the map keeps which layers are shown, and calls `show` after it has changed. */
  readonly ontoggle?: ((layerId: string, isShown: boolean) => void) | undefined;
  /** Whether an entry of the legend is selected. */
  readonly isPicked?: ((layerId: string, entry: ColorEntry) => boolean) | undefined;
  /** With it, categories and classes of the legend can be selected. */
  readonly onpick?: ((layerId: string, entry: ColorEntry) => void) | undefined;
}

/** The tolerance around a click in pixels, so that fingers can hit points. */
const REACH = 6;
/** The tolerance around the middle of the map, for the keyboard. */
const WIDE_REACH = 24;
/** A map of layers, with popups of its features and a legend, by which layers are shown and hidden. */
export class LayerMap {
  readonly map: MapLibre;
  /** To be put beside the map. */
  readonly legend: HTMLElement;
  private readonly list: MapLegend;
  private style: StyleOfMap;
  /** Layers that were shown or hidden here. */
  private readonly toggled = new Map<string, boolean>();
  private isStyled = false;
  private bubble: Popup | undefined;

  constructor(private readonly options: LayerMapOptions) {
    const { container, style, texts, words, onpick, transformRequest } = options;
    this.style = style;
    this.list = new MapLegend({
      words,
      onpick,
      ontoggle: options.ontoggle ?? ((id, isShown) => this.turn(id, isShown ? 'visible' : 'none')),
    });
    this.legend = this.list.element;
    this.map = openMap({
      container,
      style: this.drawn(),
      texts,
      ...(transformRequest && { transformRequest }),
    });
    const bounds = boundsOf(style, style.metadata['cairn:layers']);
    if (style.metadata['cairn:view'] === 'all' && bounds !== undefined) fitView(this.map, bounds);
    this.map.on('click', ({ point }) => this.tell(point.x, point.y, REACH));
    this.map.getCanvas().addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault(); // the popup gets the focus, and the same key would close it
      const { clientWidth, clientHeight } = this.map.getCanvas();
      this.tell(clientWidth / 2, clientHeight / 2, WIDE_REACH);
    });
    // Before its style is loaded, the map would ignore another one.
    void this.map.once('style.load').then(() => {
      this.isStyled = true;
      if (this.style !== style) this.show(this.style);
    });
    this.showLegend();
  }

  /** Shows another style of the map, such as that of another theme. */
  show(style: StyleOfMap): void {
    this.style = style;
    this.showLegend();
    if (!this.isStyled) return;
    this.readTiles();
    this.map.setStyle(this.drawn());
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

  /** Whether a layer is on the map. */
  isShown(layer: StyledLayer): boolean {
    return this.options.isShown?.(layer) ?? this.toggled.get(layer.id) ?? layer.visible;
  }

  private drawn(): StyleSpecification {
    const { style } = this;
    return onOwnGround({ ...style, layers: style.layers.map((layer) => this.toggledLayer(layer)) });
  }

  /** Loads other tiles of a source into it: a new source would be empty at first. */
  private readTiles(): void {
    for (const [name, source] of Object.entries(this.style.sources)) {
      const shown = this.map.getSource(name);
      if (source.type !== 'vector' || source.tiles === undefined || !(shown instanceof VectorTileSource))
        continue;
      if (shown.serialize().tiles?.[0] !== source.tiles[0]) shown.setTiles(source.tiles);
    }
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
      const owner = this.layers().find(({ id }) => isOf(layer.id, id));
      if (owner?.popup === undefined) continue;
      this.tellOf(owner.id, properties, this.map.unproject([x, y]));
      return;
    }
  }

  /** Opens the popup of a feature at a place, if its layer has one, instead of the one that is open. */
  tellOf(layerId: string, properties: Readonly<Record<string, unknown>>, place: LngLatLike): void {
    const popup = this.layers().find(({ id }) => id === layerId)?.popup;
    if (popup === undefined) return;
    this.bubble?.remove();
    const content = popupElement(popupOf(popup, properties), this.options.words.picture);
    this.bubble = openPopup(this.map, place, content);
  }
}

/** Whether a layer or source of a style belongs to this layer of the map. */
const isOf = (name: string, layerId: string): boolean => name.startsWith(`${layerId}:`);

/** On the base map of this service, where the map has one. */
function onOwnGround(style: StyleOfMap): StyleSpecification {
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
