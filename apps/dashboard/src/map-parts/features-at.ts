import type { Map as MapLibre, MapGeoJSONFeature, PointLike } from 'maplibre-gl';

interface Place {
  readonly x: number;
  readonly y: number;
  /** The tolerance on each side. */
  readonly reach: number;
}

/** Features at a place of a map, the uppermost first, in the layers whose ids begin with one of the prefixes. */
export function featuresAt(
  map: MapLibre,
  { x, y, reach }: Place,
  prefixes: readonly string[],
): readonly MapGeoJSONFeature[] {
  const ids = map.getStyle().layers.map(({ id }) => id);
  const layers = ids.filter((id) => prefixes.some((prefix) => id.startsWith(prefix)));
  const box: [PointLike, PointLike] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ];
  const exact = map.queryRenderedFeatures([x, y], { layers });
  return exact.length > 0 ? exact : map.queryRenderedFeatures(box, { layers });
}
