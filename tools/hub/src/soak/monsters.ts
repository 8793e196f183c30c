import { Random as SeededRandom } from '@cairn/harness';

type Position = readonly [longitude: number, latitude: number];
type Ring = readonly Position[];

interface Shape {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Shape[];
}

/** A geometry, and for some a place that a map must show as filled. */
interface Monster {
  readonly geometry: Shape | null;
  readonly inside?: Position;
}

type Random = () => number;

const polygon = (...coordinates: readonly Ring[]): Shape => ({ type: 'Polygon', coordinates });
const closed = (ring: Ring): Ring => [...ring, ...ring.slice(0, 1)];
const wrapped = (longitude: number): number => ((((longitude + 180) % 360) + 360) % 360) - 180;
const between = (random: Random, low: number, high: number): number => low + random() * (high - low);
const some = (count: number, position: (share: number, index: number) => Position): Ring =>
  Array.from({ length: count }, (_, index) => position(index / count, index));
const square = (x: number, y: number, half: number): Ring =>
  closed([
    [x - half, y - half],
    [x + half, y - half],
    [x + half, y + half],
    [x - half, y + half],
  ]);
const onCircle = (x: number, y: number, radius: number, share: number): Position => [
  x + radius * Math.cos(2 * Math.PI * share),
  y + radius * Math.sin(2 * Math.PI * share),
];

/** A coast from 180° W to 180° E that ends there: no line goes along the pole. */
function openPolarCap(random: Random, count: number): Monster {
  const south = random() < 0.5 ? -1 : 1;
  const edge = between(random, 60, 80);
  const coast = some(count, (share): Position => [-180 + 360 * share, south * (edge + 3 * random())]);
  const ends: Ring = [
    [180, south * 84.5],
    [180, south * 85.2],
    [-180, south * 85.2],
  ];
  return { geometry: polygon(closed([...coast, ...ends])), inside: [between(random, -170, 170), south * 84] };
}

/** A ring once around a pole. */
function polarRing(random: Random, count: number): Monster {
  const south = random() < 0.5 ? -1 : 1;
  const edge = between(random, 50, 80);
  const ring = some(count, (share): Position => [wrapped(-170 + 360 * share), south * (edge + random())]);
  return { geometry: polygon(closed(ring)), inside: [between(random, -170, 170), south * 84] };
}

function acrossAntimeridian(random: Random, count: number): Monster {
  const [y, radius] = [between(random, -60, 60), between(random, 1, 10)];
  const ring = some(count, (share) => onCircle(180, y, radius, share));
  return { geometry: polygon(closed(ring.map(([x, north]) => [wrapped(x), north]))), inside: [179.9, y] };
}

function spikes(random: Random, count: number): Monster {
  const [x, y] = [between(random, -150, 150), between(random, -60, 60)];
  const ring = some(count, (share, index) => onCircle(x, y, index % 2 === 0 ? 0.1 : 10 * random(), share));
  return { geometry: polygon(closed(ring)) };
}

/** Crosses itself all over. */
function star(random: Random, count: number): Monster {
  const [x, y] = [between(random, -150, 150), between(random, -50, 50)];
  const step = Math.floor(count / 2) - 1;
  return { geometry: polygon(closed(some(count, (_, index) => onCircle(x, y, 20, (index * step) / count)))) };
}

function comb(random: Random, count: number): Monster {
  const [x, y] = [between(random, -150, 150), between(random, -60, 60)];
  const teeth = some(count, (share, index): Position => [x + 20 * share, y + (index % 2 === 0 ? 0.01 : 10)]);
  return { geometry: polygon(closed([...teeth, [x + 20, y], [x, y]])) };
}

function touchingHoles(random: Random): Monster {
  const [x, y] = [between(random, -150, 150), between(random, -60, 60)];
  const holes = [square(x - 4, y, 1), square(x - 2, y, 1), square(x, y + 2, 1), square(x + 4, y + 4, 1)];
  const turned = holes.map((ring) => [...ring].reverse());
  return { geometry: polygon(square(x, y, 5), ...turned), inside: [x + 2.5, y - 3] };
}

function zeroArea(random: Random): Monster {
  const [x, y] = [between(random, -150, 150), between(random, -60, 60)];
  const flat: Ring[] = [
    some(4, () => [x, y]),
    closed([
      [x, y],
      [x + 5, y],
      [x + 10, y],
    ]),
    closed([
      [x, y],
      [x + 1, y + 1],
      [x, y],
      [x - 1, y - 1],
    ]),
    square(x, y, 1e-9),
  ];
  return { geometry: polygon(flat[Math.floor(random() * flat.length)] ?? []) };
}

/** Each has a coordinate that is on no globe, or barely on it. */
function offWorld(random: Random): Monster {
  const far = [180.000001, 181, 360, 540, 1e6, 1e300, -1e9][Math.floor(random() * 7)] ?? 0;
  const longitudes: Ring = [
    [0, 0],
    [far, 0],
    [far, 10],
    [0, 10],
  ];
  const isLatitude = random() < 0.5;
  return { geometry: polygon(closed(isLatitude ? longitudes.map(([x, y]) => [y, x]) : longitudes)) };
}

/** On the edges of the world, and around it. */
function onEdges(random: Random): Monster {
  const world: Ring = closed([
    [-180, -90],
    [180, -90],
    [180, 90],
    [-180, 90],
  ]);
  const points: Ring = [
    [0, 90],
    [123, -90],
    [180, 0],
    [-180, 0],
    [180, 85.06],
  ];
  const shapes: Monster[] = [
    { geometry: polygon(world), inside: [10, 10] },
    { geometry: polygon(world, [...square(0, 0, 20)].reverse()), inside: [50, 10] },
    { geometry: { type: 'MultiPoint', coordinates: points } },
    { geometry: { type: 'LineString', coordinates: points } },
    { geometry: { type: 'Point', coordinates: points[Math.floor(random() * points.length)] } },
    { geometry: { type: 'MultiPolygon', coordinates: [[world], [square(0, 0, 5)], [square(2, 2, 5)]] } },
  ];
  return shapes[Math.floor(random() * shapes.length)] ?? { geometry: null };
}

/** Without coordinates, or of few. */
function hollow(random: Random): Monster {
  const shapes: (Shape | null)[] = [
    null,
    polygon(),
    polygon([]),
    { type: 'GeometryCollection', geometries: [] },
    { type: 'MultiPolygon', coordinates: [] },
    { type: 'LineString', coordinates: [[1, 2]] },
    polygon([
      [1, 2],
      [3, 4],
      [1, 2],
    ]),
    {
      type: 'GeometryCollection',
      geometries: [
        { type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [5, 5] }] },
        polygon(square(6, 6, 1)),
      ],
    },
  ];
  return { geometry: shapes[Math.floor(random() * shapes.length)] ?? null };
}

function randomLine(random: Random, count: number): Monster {
  const coordinates = some(count, () => [between(random, -180, 180), between(random, -90, 90)]);
  return { geometry: { type: 'LineString', coordinates } };
}

function zigzag(random: Random, count: number): Monster {
  const y = between(random, -60, 60);
  const coordinates = some(count, (share, index) => [-179 + 358 * share, y + (index % 2)]);
  return { geometry: { type: 'LineString', coordinates } };
}

function round(random: Random, count: number): Monster {
  const [x, y] = [between(random, -80, 80), between(random, -10, 10)];
  return { geometry: polygon(closed(some(count, (share) => onCircle(x, y, 60, share)))), inside: [x, y] };
}

/** Draws a monster of about so many positions; `most` is the number that the largest one of the kind has. */
type Kind = readonly [shape: (random: Random, count: number) => Monster, most?: number];

const kinds: readonly Kind[] = [
  [openPolarCap, 7_204],
  [polarRing, 7_204],
  [acrossAntimeridian, 20_001],
  [spikes, 1_000_000],
  [star, 99_001],
  [comb, 45_003],
  [touchingHoles],
  [zeroArea],
  [offWorld],
  [onEdges],
  [hollow],
  [randomLine, 50_000],
  [zigzag, 1_000_000],
  [round, 1_000_000],
];

/** Numbers of positions: most monsters have few, one in fifty many. */
const SMALL = 300;
const LARGE = 20_000;
const ONE_IN = 50;

interface MonsterFeature {
  readonly type: 'Feature';
  readonly id: string;
  readonly geometry: Monster['geometry'];
  readonly properties: { readonly kind: string; readonly inside?: Monster['inside'] };
}

/** Features that are hard to cut, to simplify and to draw, the `huge` ones first. A seed always gives the same ones. */
export function* monstersOf(
  seed: number,
  { count, huge }: { readonly count: number; readonly huge: boolean },
): Generator<MonsterFeature> {
  const largest = huge ? kinds.filter(([, most]) => most !== undefined) : [];
  for (let index = 0; index < count; index += 1) {
    const seeded = new SeededRandom(seed * 1_000_003 + index);
    const random = (): number => seeded.next();
    const [shape, most] = largest[index] ?? [kinds[index % kinds.length]?.[0] ?? hollow];
    const positions = most ?? 4 + Math.floor(random() * (index % ONE_IN === 0 ? LARGE : SMALL));
    const { geometry, inside } = shape(random, positions);
    const properties = { kind: shape.name, ...(inside && { inside }) };
    yield { type: 'Feature', id: `${shape.name}-${index}`, geometry, properties };
  }
}
