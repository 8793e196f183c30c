/** So many places, and a feature that is refused. */
export const collection = (count: number) => ({
  type: 'FeatureCollection',
  features: [
    ...Array.from({ length: count }, (_, index) => ({
      ...{ type: 'Feature', id: `place-${index}`, properties: { name: `Place ${index}`, size: index } },
      geometry: { type: 'Point', coordinates: [(index % 100) / 4, Math.floor(index / 100) / 4] },
    })),
    { type: 'Feature', id: 'broken', properties: {}, geometry: { type: 'Heap', coordinates: [] } },
  ],
});
