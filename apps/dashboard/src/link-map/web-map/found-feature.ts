import { popupOf } from '@cairn/map-style';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Feature } from './map-api.ts';
import type { LayerMap, StyledLayer } from '../../map-parts/layer-map.ts';
import { END_ZOOM } from '../../views/spaces/map/base-map.ts';
import { boundsOf } from '../../views/spaces/map/geometry-bounds.ts';

/** A feature of a layer. */
export interface FoundFeature {
  readonly layer: StyledLayer;
  readonly feature: Feature;
}

interface ToldMap {
  readonly map: MapLibre;
  /** Opens the popup of a feature. */
  readonly tell: LayerMap['tellOf'];
}

/** The nearest that the map goes to a single place, where its ground still says where that is. */
const CLOSEST = Math.min(14, END_ZOOM);

/** What it is called: by its popup, else its id. */
export const titleOf = ({ layer, feature }: FoundFeature): string =>
  popupOf(layer.popup ?? {}, feature.properties ?? {}).title ?? feature.id;

/** Shows a feature on the map, and what is told of it. */
export function goTo({ map, tell }: ToldMap, { layer, feature }: FoundFeature): void {
  const bounds = feature.geometry === null ? undefined : boundsOf(feature.geometry);
  if (bounds === undefined) return;
  const [west, south, east, north] = bounds;
  map.fitBounds([west, south, east, north], { padding: 60, maxZoom: Math.max(map.getZoom(), CLOSEST) });
  tell(layer.id, feature.properties ?? {}, [(west + east) / 2, (south + north) / 2]);
}
