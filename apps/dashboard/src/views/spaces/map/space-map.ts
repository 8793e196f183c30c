import {
  ScaleControl,
  VectorTileSource,
  type LngLat,
  type Map as MapLibre,
  type MapGeoJSONFeature,
} from 'maplibre-gl';
import type { Drawing, DrawingOptions } from './drawing.ts';
import type { GroundTexts } from './ground-end.ts';
import { openMap } from './open-map.ts';
import { CELL_LAYER, countOf } from './cell-layers.ts';
import { counted, omittedIn } from './counted-tiles.ts';
import type { Bounds } from './geometry-bounds.ts';
import { placeOf, positionOf, startOf } from './map-position.ts';
import { palette, watchPalette } from './palette.ts';
import { visibleBounds } from './visible-bounds.ts';
import { ownerOf, type SpaceLayer } from './space-layers.ts';
import {
  featureLayersOf,
  MAX_TILE_ZOOM,
  styleOf,
  tilesBySource,
  withDrawing,
  type MapContent,
} from './style.ts';

/** The tolerance around a click in pixels, so that fingers can hit points. */
const REACH = 6;
/** The same around the middle of the map, for the keyboard. */
const WIDE_REACH = 24;
/** A shape that is smaller than this on the map, in pixels, is zoomed in on. */
const LEAST_SEEN = 12;

interface Pixels {
  readonly x: number;
  readonly y: number;
}

interface SpaceMapOptions {
  readonly container: HTMLElement;
  readonly content: MapContent;
  /** West, south, east, north, with a greater west across the antimeridian; empty for the whole world. */
  readonly bounds: readonly number[];
  /** A position from `onmove`; empty for the whole bounds. */
  readonly at: string;
  /** Called with the position after somebody has moved the map. */
  readonly onmove: (position: string) => void;
  /** Called with the id of the clicked feature and where that is, or with nothing after a click beside all features. */
  readonly onchoose: (id: string | undefined, hit?: Hit) => void;
  /** Called with the count of the hexagon under the pointer, or `undefined` if there is none. */
  readonly oncount: (count: number | undefined) => void;
  /** Called with the box that is visible, when the map is there and after each move. */
  readonly onview: (bounds: readonly number[]) => void;
  /** Called with the number of features that the visible tiles omit, once all of them are loaded. */
  readonly onomitted: (count: number) => void;
  readonly texts: GroundTexts;
}

/** A feature that was clicked, or that was in the middle when Enter was pressed. */
export interface Hit {
  readonly map: MapLibre;
  readonly place: LngLat;
  readonly properties: Readonly<Record<string, unknown>>;
  /** The layer of the default map that has drawn it. */
  readonly layer: SpaceLayer | undefined;
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
  /** The position in the address. */
  private at = '';
  private bounds: readonly number[];
  /** Whether the map is moving to the position in the address. */
  private isGoing = false;

  constructor(private readonly options: SpaceMapOptions) {
    const { container, content, bounds, oncount, onomitted, texts } = options;
    this.content = content;
    this.bounds = bounds;
    this.map = openMap({
      container,
      texts,
      style: styleOf(content, palette()),
      ...startOf(bounds),
      maxZoom: 20,
    });
    this.styled = this.map.once('style.load').then(() => {
      this.isStyled = true; // before its style is loaded, the map would ignore another style
      this.draw();
    });
    this.position = positionOf(this.map);
    this.moveTo(options.at);
    this.map.on('moveend', () => this.tell());
    this.map.on('idle', () => options.onview(visibleBounds(this.map)));
    this.map.addControl(new ScaleControl({ maxWidth: 90 }));
    this.map.on('click', ({ point }) => this.choose(point, REACH));
    this.map.on('mousemove', ({ point }) => this.point(this.hitsAt(point, 0).length > 0 ? 'pointer' : ''));
    this.map.getCanvas().addEventListener('keydown', ({ key }) => {
      const { clientWidth, clientHeight } = this.map.getCanvas();
      if (key === 'Enter') this.choose({ x: clientWidth / 2, y: clientHeight / 2 }, WIDE_REACH);
    });
    for (const event of ['mousemove', 'click'] as const)
      this.map.on(event, CELL_LAYER, ({ features: [cell] = [] }) =>
        oncount(cell && countOf(cell.properties)),
      );
    this.map.on('mouseleave', CELL_LAYER, () => oncount(undefined));
    this.map.on('movestart', () => oncount(undefined));
    this.map.on('idle', () => onomitted(this.omitted()));
    this.endWatch = watchPalette(() => this.show(this.content));
  }

  /** Shows other tiles, or highlights another feature. */
  show(content: MapContent): void {
    this.content = content;
    if (this.isStyled) this.draw();
  }

  private choose(point: Pixels, reach: number): void {
    if (this.drawing !== undefined || this.content.hasCells) return;
    const [hit] = this.hitsAt(point, reach);
    const id: unknown = hit?.properties['id'];
    if (hit === undefined || typeof id !== 'string') {
      this.options.onchoose(undefined);
      return;
    }
    const { properties, layer } = hit;
    const place = this.map.unproject([point.x, point.y]);
    const owner = ownerOf(this.content.layers ?? [], layer.id);
    this.options.onchoose(id, { map: this.map, place, properties, layer: owner });
  }

  /** The features at a place of the map, the uppermost first. */
  private hitsAt({ x, y }: Pixels, reach: number): readonly MapGeoJSONFeature[] {
    if (!this.isStyled) return [];
    const layers = featureLayersOf(this.content, this.map.getLayersOrder());
    const box: [[number, number], [number, number]] = [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ];
    return this.map.queryRenderedFeatures(box, { layers: [...layers] });
  }

  /** Moves to a position from the address. */
  moveTo(at: string): void {
    if (at !== this.at) this.goTo(at);
  }

  /** Shows all of other bounds, unless somebody has moved the map. */
  openOn(bounds: readonly number[]): void {
    if (String(bounds) === String(this.bounds)) return;
    this.bounds = bounds;
    if (this.at === '') this.goTo('');
  }

  private goTo(at: string): void {
    [this.at, this.isGoing] = [at, true];
    const { bounds, fitBoundsOptions, ...world } = startOf(this.bounds);
    this.map.stop();
    if (at === '' && bounds !== undefined) this.map.fitBounds(bounds, { ...fitBoundsOptions, duration: 0 });
    else this.map.jumpTo(placeOf(at) ?? world);
    [this.position, this.isGoing] = [positionOf(this.map), false];
  }

  /** Moves the map so that the box is visible, unless it is. */
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

  /** Reports moves by people. The map also moves when its element is resized. */
  private tell(): void {
    const position = positionOf(this.map);
    if (this.isGoing || position === this.position) return;
    [this.position, this.at] = [position, position];
    this.options.onmove(position);
  }

  /** Starts to draw or change a geometry. Until the drawing ends, clicks choose no feature. */
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
   * Loads the tiles of new content. The old tiles stay until the new ones are loaded, because a new source would start
   * empty. Tiles that are loading at that moment are outdated and are loaded again at the end.
   */
  private readTiles(): void {
    for (const [name, address] of Object.entries(tilesBySource(this.content))) {
      const source = this.map.getSource(name);
      const tiles = counted(address);
      if (!(source instanceof VectorTileSource) || source.serialize().tiles?.[0] === tiles) continue;
      if (!this.map.isSourceLoaded(name))
        void this.map.once('idle').then(() => {
          const latest = tilesBySource(this.content)[name];
          if (latest !== undefined && this.map.getSource(name) === source) source.setTiles([counted(latest)]);
        });
      source.setTiles([tiles]);
    }
  }

  /** Sets the mouse pointer, unless a drawing sets it. */
  private point(cursor: string): void {
    if (this.drawing === undefined) this.map.getCanvas().style.cursor = cursor;
  }

  close(): void {
    this.endWatch();
    this.endDrawing();
    this.isGoing = true; // a move that stops now must not change the address, which may be that of another view
    this.map.remove();
  }
}
