import type { LngLatBoundsLike, Map as MapLibre } from 'maplibre-gl';
import { unwrapped } from './geometry-bounds.ts';

/** Zoom, latitude and longitude, with 5 decimals, which is about a metre. */
export function positionOf(map: MapLibre): string {
  const { lat, lng } = map.getCenter();
  return [map.getZoom().toFixed(2), lat.toFixed(5), lng.toFixed(5)].map(Number).join(' ');
}

/** The place in an address, if it is one. */
export function placeOf(
  position: string,
): { readonly zoom: number; readonly center: [number, number] } | undefined {
  const [zoom = NaN, latitude = NaN, longitude = NaN] = position.split(' ').map(Number);
  const isPlace = Number.isFinite(zoom + longitude) && Math.abs(latitude) <= 90;
  return isPlace ? { zoom, center: [longitude, latitude] } : undefined;
}

/** Where a map begins: with everything in view. */
export function startOf(given: readonly number[]): {
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
