import { AttributionControl, Map as MapLibre, NavigationControl, type MapOptions } from 'maplibre-gl';
import { credits, hasStreets } from './base-map.ts';
import { GroundEnd, type GroundTexts } from './ground-end.ts';
import './maplibre.ts';
import { byPage } from './page-requests.ts';

interface Opened extends Omit<MapOptions, 'attributionControl' | 'dragRotate' | 'fadeDuration'> {
  /** What the map says where the base map ends. */
  readonly texts: GroundTexts;
}

/** Opens a map that people move: north is up, and it says where the base map is from and where it ends. */
export function openMap({ texts, ...options }: Opened): MapLibre {
  const map = new MapLibre({
    transformRequest: byPage,
    ...options,
    attributionControl: false,
    dragRotate: false,
    // MapLibre places symbols in steps of 2 ms only where they fade.
    fadeDuration: 1,
    // Tests validate the styles of the ground and of data, which takes long in a browser.
    validateStyle: hasStreets,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }));
  map.addControl(new AttributionControl({ customAttribution: credits() }));
  map.addControl(new GroundEnd(texts), 'bottom-left');
  return map;
}
