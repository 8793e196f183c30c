/** So many features that are points. */
export const places = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    pointAt(`place-${index}`, [(index % 100) / 4, Math.floor(index / 100) / 4], {
      name: `Place ${index}`,
      nr: index, // a number of which the map makes no classes
    }),
  );

/** So many places, and a feature that is refused. */
export const collection = (count: number) => ({
  type: 'FeatureCollection',
  features: [
    ...places(count),
    { type: 'Feature', id: 'broken', properties: {}, geometry: { type: 'Heap', coordinates: [] } },
  ],
});

/** A feature that is a point. */
export function pointAt(id: string, coordinates: readonly [number, number], properties: object = {}) {
  return { type: 'Feature', id, properties, geometry: { type: 'Point', coordinates } };
}
