import type { Map as MapLibre } from 'maplibre-gl';

/**
 * West, south, east, north of what a map shows, with a greater west across the antimeridian. With 3 decimals, which is
 * about a hundred metres.
 */
export function visibleBounds(map: MapLibre): readonly number[] {
  const bounds = map.getBounds();
  const round = (degrees: number): number => Math.round(degrees * 1_000) / 1_000;
  const [south, north] = [Math.max(-90, bounds.getSouth()), Math.min(90, bounds.getNorth())].map(round);
  const isWorld = bounds.getEast() - bounds.getWest() >= 360;
  const [west, east] = isWorld ? [-180, 180] : [bounds.getWest(), bounds.getEast()].map(wrapped).map(round);
  return [west, south, east, north].map((each) => each ?? 0);
}

const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;
