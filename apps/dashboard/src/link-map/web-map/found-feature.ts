import { popupOf } from '@cairn/map-style';
import type { Map as MapLibre } from 'maplibre-gl';
import type { Feature } from './map-api.ts';
import type { StyledLayer } from '../../map-parts/layer-map.ts';
import { openPopup, popupElement } from '../../map-parts/popup.ts';
import { boundsOf } from '../../views/spaces/map/geometry-bounds.ts';

/** A feature of a layer. */
export interface FoundFeature {
  readonly layer: StyledLayer;
  readonly feature: Feature;
}

const CLOSEST = 15;

/** What it is called: by its popup, else its id. */
export const titleOf = ({ layer, feature }: FoundFeature): string =>
  popupOf(layer.popup ?? {}, feature.properties ?? {}).title ?? feature.id;

/** Shows a feature on the map, and what is told of it. */
export function goTo(map: MapLibre, found: FoundFeature, picture: string): void {
  const { layer, feature } = found;
  const bounds = feature.geometry === null ? undefined : boundsOf(feature.geometry);
  if (bounds === undefined) return;
  const [west, south, east, north] = bounds;
  const isPlace = west === east && south === north;
  const maxZoom = isPlace ? Math.max(map.getZoom(), CLOSEST - 3) : CLOSEST;
  map.fitBounds([west, south, east, north], { padding: 60, maxZoom });
  const content = popupElement(popupOf(layer.popup ?? {}, feature.properties ?? {}), picture);
  if (content.childElementCount === 0) content.append(titleOf(found));
  openPopup(map, [(west + east) / 2, (south + north) / 2], content);
}
