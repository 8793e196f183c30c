/** Just below the limits of one feature: 50,000 members and items, 100,000 positions, 10 MiB. */
const [MEMBERS, POSITIONS, LONG_TEXT] = [49_900, 100_000, 80];

const numbered = <T>(count: number, item: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** A feature of nearly 10 MiB. */
export function heavyFeature(id: string): string {
  const members = Object.fromEntries(
    numbered(MEMBERS, (index) => [`m${index}`, `${index} ${'x'.repeat(LONG_TEXT)}`]),
  );
  const coordinates = numbered(POSITIONS, (index) => [
    ((index * 0.0031) % 360) - 180,
    60 * Math.sin(index / 977),
    index % 900,
  ]).map((position) => position.map((number) => Math.round(number * 1e6) / 1e6));
  const geometry = { type: 'LineString', coordinates };
  return JSON.stringify({ type: 'Feature', id, geometry, properties: members });
}

/** Features with some properties: a third of a kibibyte each. */
export const smallFeature = (index: number): string =>
  JSON.stringify({
    type: 'Feature',
    id: `f${index}`,
    geometry: {
      type: 'Point',
      coordinates: [((index * 7.31) % 360) - 180, ((index * 3.77) % 160) - 80],
    },
    properties: {
      name: `Place number ${index}`,
      kind: `kind ${index % 50}`,
      height: index % 4_000,
      built: new Date(index * 1e7).toISOString(),
      note: 'A sentence that says something of it.',
    },
  });

/** Round polygons of 1,000 positions. */
export function roundFeature(index: number): string {
  const [x, y] = [((index * 11.7) % 340) - 170, ((index * 5.3) % 130) - 65];
  const ring = numbered(1_000, (at) => {
    const angle = (at / 1_000) * 2 * Math.PI;
    const radius = 4 + Math.sin(angle * 40);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  const geometry = { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  return JSON.stringify({ type: 'Feature', id: `r${index}`, geometry, properties: { index } });
}

export const collectionOf = (features: readonly string[]): string =>
  `{"type":"FeatureCollection","features":[${features.join(',')}]}`;

export const featuresOf = (count: number, feature: (index: number) => string): readonly string[] =>
  numbered(count, feature);
