import type { LngLatBoundsLike, Map as MapLibre } from 'maplibre-gl';

/** The nearest that a map without a view of its own begins: a single feature has no extent. */
const CLOSEST = 15;

type Fitted = Pick<MapLibre, 'fitBounds' | 'getCenter' | 'getZoom' | 'on'>;

/**
 * Begins a map with bounds in view. They stay in view when it becomes larger or smaller, such as when its legend comes, until
 * somebody moves it.
 */
export function fitView(map: Fitted, bounds: LngLatBoundsLike): void {
  const view = (): string => `${map.getCenter().toString()} ${map.getZoom()}`;
  const fit = (): string => {
    map.fitBounds(bounds, { padding: 40, animate: false, maxZoom: CLOSEST });
    return view();
  };
  let fitted = fit();
  map.on('resize', () => {
    if (view() === fitted) fitted = fit();
  });
}
