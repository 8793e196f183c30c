import type { Map as MapLibre } from 'maplibre-gl';

/** Zoom, latitude and longitude, with 5 decimals, which is about a metre. */
export function positionOf(map: MapLibre): string {
  const { lat, lng } = map.getCenter();
  return [map.getZoom().toFixed(2), lat.toFixed(5), lng.toFixed(5)].map(Number).join(' ');
}

/** The place that a position names. */
export function placeOf(
  position: string,
): { readonly zoom: number; readonly center: [number, number] } | undefined {
  const [zoom = NaN, latitude = NaN, longitude = NaN] = position.split(' ').map(Number);
  const isPlace = Number.isFinite(zoom + longitude) && Math.abs(latitude) <= 90;
  return isPlace ? { zoom, center: [longitude, latitude] } : undefined;
}
