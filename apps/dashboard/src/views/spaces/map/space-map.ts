import {
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  VectorTileSource,
  type LngLatBoundsLike,
  type StyleSpecification,
} from 'maplibre-gl';
import type { Drawing, DrawingOptions } from './drawing.ts';
import './maplibre.ts';
import { CELL_LAYER, countOf } from './cell-layers.ts';
import { counted, omittedIn } from './counted-tiles.ts';
import { unwrapped, type Bounds } from './geometry-bounds.ts';
import { palette, watchPalette } from './palette.ts';
import { FEATURE_LAYERS, MAX_TILE_ZOOM, sourceOf, styleOf, type MapContent } from './style.ts';

/** What sources and layers of a drawing begin with. */
const DRAWN = 'td-';
/** Around a click, in pixels, so that fingers hit points too. */
const REACH = 6;
/** A shape that is smaller on the map, in pixels, is brought nearer to be seen. */
const LEAST_SEEN = 12;

interface SpaceMapOptions {
  readonly container: HTMLElement;
  readonly content: MapContent;
  /** West, south, east, north, with a greater west across the antimeridian; empty for the whole world. */
  readonly bounds: readonly number[];
  /** A position as `onmove` tells it; empty to see all of the bounds. */
  readonly at: string;
  /** Called with the position when people have moved the map. */
  readonly onmove: (position: string) => void;
  /** Called with the id of the feature that was clicked, or `undefined` beside all of them. */
  readonly onchoose: (id: string | undefined) => void;
  /** Called with how many features are in the hexagon under the pointer, or `undefined` beside all of them. */
  readonly oncount: (count: number | undefined) => void;
  /** Called with how many features the tiles in view leave out, when all of them are there. */
  readonly onomitted: (count: number) => void;
}

/** A map of the world with the features of a space. */
export class SpaceMap {
  private readonly map: MapLibre;
  private readonly endWatch: () => void;
  private readonly styled: Promise<void>;
  private isStyled = false;
  private content: MapContent;
  private drawing: Drawing | undefined;
  private position: string;
  /** The position that the address has. */
  private at = '';
  /** While it goes where the address says. */
  private isGoing = false;

  constructor(private readonly options: SpaceMapOptions) {
    const { container, content, bounds, onchoose, oncount, onomitted } = options;
    this.content = content;
    this.map = new MapLibre({
      container,
      style: styleOf(content, palette()),
      ...startOf(bounds),
      attributionControl: false,
      dragRotate: false,
      maxZoom: 20,
      fadeDuration: 0,
    });
    this.styled = this.map.once('style.load').then(() => {
      this.isStyled = true; // a style that is not there yet would not take another one
      this.draw();
    });
    this.position = positionOf(this.map);
    this.moveTo(options.at);
    this.map.on('moveend', () => this.tell());
    this.map.touchZoomRotate.disableRotation();
    this.map.addControl(new NavigationControl({ showCompass: false }));
    this.map.addControl(new ScaleControl({ maxWidth: 90 }));
    this.map.on('click', ({ point: { x, y } }) => {
      if (this.drawing !== undefined || this.content.hasCells) return;
      const box: [[number, number], [number, number]] = [
        [x - REACH, y - REACH],
        [x + REACH, y + REACH],
      ];
      const layers = FEATURE_LAYERS.filter((id) => this.map.getLayer(id) !== undefined);
      const [hit] = this.map.queryRenderedFeatures(box, { layers }).reverse();
      const id: unknown = hit?.properties['id'];
      onchoose(typeof id === 'string' ? id : undefined);
    });
    for (const layer of FEATURE_LAYERS) {
      this.map.on('mouseenter', layer, () => this.point('pointer'));
      this.map.on('mouseleave', layer, () => this.point(''));
    }
    for (const event of ['mousemove', 'click'] as const)
      this.map.on(event, CELL_LAYER, ({ features: [cell] = [] }) =>
        oncount(cell && countOf(cell.properties)),
      );
    this.map.on('mouseleave', CELL_LAYER, () => oncount(undefined));
    this.map.on('movestart', () => oncount(undefined));
    this.map.on('idle', () => onomitted(this.omitted()));
    this.endWatch = watchPalette(() => this.show(this.content));
  }

  /** Shows other tiles, or another feature as chosen. */
  show(content: MapContent): void {
    this.content = content;
    if (this.isStyled) this.draw();
  }

  /** Goes to a position of an address. */
  moveTo(at: string): void {
    if (at === this.at) return;
    [this.at, this.isGoing] = [at, true];
    const { bounds, fitBoundsOptions, ...world } = startOf(this.options.bounds);
    this.map.stop();
    if (at === '' && bounds !== undefined) this.map.fitBounds(bounds, { ...fitBoundsOptions, duration: 0 });
    else this.map.jumpTo(placeOf(at) ?? world);
    [this.position, this.isGoing] = [positionOf(this.map), false];
  }

  /** Moves so that the box is seen, unless it is. */
  bring([west, south, east, north]: Bounds): void {
    const view = this.map.getBounds();
    const turns = [-360, 0, 360].filter(
      (turn) => west + turn <= view.getEast() && east + turn >= view.getWest(),
    );
    const isInView = turns.length > 0 && south <= view.getNorth() && north >= view.getSouth();
    const [one, other] = [this.map.project([west, south]), this.map.project([east, north])];
    const size = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
    const isPoint = west === east && south === north;
    if (isInView && (isPoint || size >= LEAST_SEEN)) return;
    this.map.fitBounds([west, south, east, north], { padding: 60, maxZoom: Math.max(8, this.map.getZoom()) });
  }

  zoomIn(): void {
    this.map.zoomIn();
  }

  private omitted(): number {
    const zoom = Math.max(0, Math.min(MAX_TILE_ZOOM, Math.floor(this.map.getZoom())));
    return omittedIn(this.content.tiles, { bounds: this.map.getBounds(), zoom });
  }

  /** Tells that people have moved it. It also moves where its place on the page gets another size. */
  private tell(): void {
    const position = positionOf(this.map);
    if (this.isGoing || position === this.position) return;
    [this.position, this.at] = [position, position];
    this.options.onmove(position);
  }

  /** Until it is ended, a geometry is drawn or changed, and clicks choose nothing. */
  async startDrawing(options: DrawingOptions): Promise<Drawing> {
    const [{ Drawing: Constructor }] = await Promise.all([import('./drawing.ts'), this.styled]);
    this.endDrawing();
    this.drawing = new Constructor(this.map, options);
    return this.drawing;
  }

  endDrawing(): void {
    this.drawing?.close();
    this.drawing = undefined;
  }

  private draw(): void {
    this.readTiles();
    this.map.setStyle(styleOf(this.content, palette()), { transformStyle: withDrawing });
  }

  /**
   * Has the source read the tiles of the content. Its old ones stay until the new ones are there; a source that is made
   * anew begins empty. Those that are being read just now stay old ones, and are read again at last.
   */
  private readTiles(): void {
    const name = sourceOf(this.content);
    const source = this.map.getSource(name);
    const tiles = counted(this.content.tiles);
    if (!(source instanceof VectorTileSource) || source.serialize().tiles?.[0] === tiles) return;
    if (!this.map.isSourceLoaded(name))
      void this.map.once('idle').then(() => {
        if (this.map.getSource(sourceOf(this.content)) === source)
          source.setTiles([counted(this.content.tiles)]);
      });
    source.setTiles([tiles]);
  }

  /** Shows what the pointer does, unless a drawing does. */
  private point(cursor: string): void {
    if (this.drawing === undefined) this.map.getCanvas().style.cursor = cursor;
  }

  close(): void {
    this.endWatch();
    this.endDrawing();
    this.isGoing = true; // what was moving stands still now, in an address that may be that of another view
    this.map.remove();
  }
}

/** A new style with what is being drawn in the one before. */
function withDrawing(before: StyleSpecification | undefined, style: StyleSpecification): StyleSpecification {
  if (before === undefined) return style;
  const sources = Object.entries(before.sources).filter(([name]) => name.startsWith(DRAWN));
  const layers = before.layers.filter(({ id }) => id.startsWith(DRAWN));
  return {
    ...style,
    sources: { ...style.sources, ...Object.fromEntries(sources) },
    layers: [...style.layers, ...layers],
  };
}

/** Zoom, latitude and longitude. To 5 decimals: a metre. */
function positionOf(map: MapLibre): string {
  const { lat, lng } = map.getCenter();
  return [map.getZoom().toFixed(2), lat.toFixed(5), lng.toFixed(5)].map(Number).join(' ');
}

function placeOf(position: string): { readonly zoom: number; readonly center: [number, number] } | undefined {
  const [zoom = NaN, latitude = NaN, longitude = NaN] = position.split(' ').map(Number);
  const isPlace = Number.isFinite(zoom + longitude) && Math.abs(latitude) <= 90;
  return isPlace ? { zoom, center: [longitude, latitude] } : undefined;
}

function startOf(given: readonly number[]): {
  readonly bounds?: LngLatBoundsLike;
  readonly center?: [number, number];
  readonly zoom?: number;
  readonly fitBoundsOptions: { padding: number; maxZoom: number };
} {
  const fitBoundsOptions = { padding: 40, maxZoom: 14 };
  const bounds = unwrapped(given);
  if (bounds === undefined) return { center: [10, 25], zoom: 1, fitBoundsOptions };
  return { bounds: [...bounds], fitBoundsOptions };
}
