import type { Feature } from '@cairn/client';
import { ScaleControl } from 'maplibre-gl';
import { LayerMap, type LayerMapOptions, type StyleOfMap } from '../../map-parts/layer-map.ts';
import { boundsOf } from '../spaces/map/geometry-bounds.ts';
import { requestsIn } from '../../map-parts/account-requests.ts';
import { placeOf, positionOf } from '../spaces/map/map-position.ts';

interface ShownMapOptions extends Omit<LayerMapOptions, 'transformRequest'> {
  /** A position from `onmove`; empty for where the map begins. */
  readonly at: string;
  /** Called with the position after somebody has moved the map. */
  readonly onmove: (position: string) => void;
  /** The account of somebody else that the map is of. */
  readonly account: string | undefined;
}

/** How near a point is brought at least. */
const LEAST_ZOOM = 8;

/** A map of layers whose position is in the address. */
export class ShownMap {
  private readonly layers: LayerMap;
  /** Where the map begins. */
  private readonly beginning: string;
  private at: string;
  private isGoing = false;

  constructor(private readonly options: ShownMapOptions) {
    const { account, at } = options;
    this.layers = new LayerMap({
      ...options,
      transformRequest: requestsIn(account),
    });
    const { map } = this.layers;
    this.beginning = positionOf(map);
    this.at = '';
    this.moveTo(at);
    map.addControl(new ScaleControl({ maxWidth: 90 }));
    map.on('moveend', () => this.tell());
  }

  /** The legend, to be put beside the map. */
  get legend(): HTMLElement {
    return this.layers.legend;
  }

  show(style: StyleOfMap): void {
    this.layers.show(style);
  }

  /** Moves to a position from the address. */
  moveTo(at: string): void {
    if (at === this.at) return;
    [this.at, this.isGoing] = [at, true];
    const { map } = this.layers;
    map.stop();
    const place = placeOf(at) ?? placeOf(this.beginning);
    if (place !== undefined) map.jumpTo(place);
    this.isGoing = false;
  }

  /** Brings a feature of a layer into view and tells of it. */
  seek(layerId: string, { geometry, properties }: Pick<Feature, 'geometry' | 'properties'>): void {
    const bounds = geometry === null ? undefined : boundsOf(geometry);
    if (bounds === undefined) return;
    const [west, south, east, north] = bounds;
    const { map } = this.layers;
    map.fitBounds([west, south, east, north], { padding: 60, maxZoom: Math.max(LEAST_ZOOM, map.getZoom()) });
    this.layers.tellOf(layerId, properties, [(west + east) / 2, (south + north) / 2]);
  }

  /** Where the map is now, as a map keeps it. */
  get view(): { readonly longitude: number; readonly latitude: number; readonly zoom: number } | undefined {
    const place = placeOf(positionOf(this.layers.map));
    if (place === undefined) return undefined;
    const { center, zoom } = place;
    const [east, latitude] = center;
    const turns = 360 * Math.round(east / 360); // the map may have gone round the earth
    return { longitude: Number((east - turns).toFixed(5)), latitude, zoom };
  }

  close(): void {
    this.isGoing = true; // a move that stops now must not change the address, which may be that of another view
    this.layers.close();
  }

  /** Reports moves by people. The map also moves when its element is resized. */
  private tell(): void {
    const position = positionOf(this.layers.map);
    const known = this.at === '' ? this.beginning : this.at;
    if (this.isGoing || position === known) return;
    this.at = position;
    this.options.onmove(position);
  }
}
