import type { FoundSpace } from './check-writes.js';
import type { SentCollection, SentFeature, SentStatistics, SpaceClient } from './space-client.js';
import type { Found } from './write-ledger.js';

/** Four boxes that cover the world: one alone may be answered without the index. */
const quarters = [
  'west=-180&south=-90&east=0&north=0',
  'west=0&south=-90&east=180&north=0',
  'west=-180&south=0&east=0&north=90',
  'west=0&south=0&east=180&north=90',
];

/** Reads a space in every way there is; all of them must agree. */
export async function readSpace(
  space: SpaceClient,
): Promise<FoundSpace & { readonly faults: readonly string[] }> {
  const all = await space.iterate();
  const statistics = await space.read<SentStatistics>('/statistics');
  const { count } = await space.read<{ readonly count: number }>('/count');
  const indexed = new Set<string>();
  for (const quarter of quarters) {
    const { features } = await space.read<SentCollection>(`/bbox?${quarter}&limit=100000`);
    for (const { id } of features) indexed.add(id);
  }
  const without = all.filter(({ geometry }) => geometry === null).length;
  const differences = [
    ['are counted', count],
    ['are counted by the statistics', statistics.count.value],
    ['have an index entry or no geometry', indexed.size + without],
  ] as const;
  const faults = differences.flatMap(([what, number]) =>
    number === all.length ? [] : [`${all.length} features of ${space.id} are read, and ${number} ${what}`],
  );
  const lost = all.filter(({ id, geometry }) => geometry !== null && !indexed.has(id));
  return {
    version: statistics.maxVersion.value,
    features: new Map(all.map((feature) => [feature.id, foundOf(feature)])),
    faults: [
      ...faults,
      ...lost.slice(0, 3).map(({ id }) => `${id} of ${space.id} is not found where it is`),
      ...statisticsFaults(all, statistics).map((fault) => `statistics of ${space.id}: ${fault}`),
    ],
  };
}

function foundOf({ properties }: SentFeature): Found {
  const patches = Object.entries(properties).filter(([name]) => /^w\d+$/.test(name));
  return {
    version: properties['@ns:com:here:xyz'].version,
    token: String(properties['token']),
    patches: Object.fromEntries(patches.map(([name, value]) => [name, Number(value)])),
  };
}

function statisticsFaults(
  all: readonly SentFeature[],
  { properties, bbox }: SentStatistics,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const feature of all)
    for (const [name, value] of Object.entries(feature.properties)) {
      if (name.startsWith('@')) continue;
      const key = `${name} ${typeof value}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  const told = properties.value
    .map(({ key, datatype, count }) => `${key} ${datatype} ${count}`)
    .sort()
    .join();
  const expected = [...counts]
    .map(([key, count]) => `${key} ${count}`)
    .sort()
    .join();
  const places = all.flatMap(({ geometry }) => (geometry === null ? [] : [geometry.coordinates]));
  const [longitudes, latitudes] = [0, 1].map((axis) => places.map((place) => place[axis] ?? 0)) as [
    number[],
    number[],
  ];
  const sides = [least(longitudes), least(latitudes), most(longitudes), most(latitudes)];
  const isWithin =
    places.length === 0 ||
    sides.every((side, index) =>
      index < 2 ? (bbox.value[index] ?? NaN) <= side : (bbox.value[index] ?? NaN) >= side,
    );
  const isSame = places.length === 0 ? bbox.value.length === 0 : sides.join() === bbox.value.join();
  return [
    ...(properties.estimated || told === expected
      ? []
      : [`properties are ${told}, and should be ${expected}`]),
    ...(isWithin && (bbox.estimated || isSame)
      ? []
      : [`bbox is ${bbox.value.join()}, and should be ${sides.join()}`]),
  ];
}

const least = (numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.min(one, other), Infinity);
const most = (numbers: readonly number[]): number =>
  numbers.reduce((one, other) => Math.max(one, other), -Infinity);
