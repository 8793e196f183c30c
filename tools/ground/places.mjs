import { line } from './shapes.mjs';

/** The zoom from which there is room for a place, by how many people live there. Beyond 7, tiles of 7 have it. */
const ROOM = [
  { over: 5_000_000, rank: 3 },
  { over: 2_000_000, rank: 4 },
  { over: 500_000, rank: 5 },
  { over: 150_000, rank: 6 },
  { over: 40_000, rank: 7 },
  { over: 12_000, rank: 8 },
  { over: 5_000, rank: 9 },
];
/** Capitals are shown sooner: of countries (GeoNames' PPLC), and of their first division (PPLA). */
const CAPITALS = {
  PPLC: [
    { over: 1_000_000, rank: 3 },
    { over: 200_000, rank: 4 },
    { over: -1, rank: 5 },
  ],
  PPLA: [
    { over: 500_000, rank: 5 },
    { over: 50_000, rank: 7 },
    { over: -1, rank: 8 },
  ],
};
const LEVELS = { PPLC: 1, PPLA: 2 };
/** Quarters of cities, and what was given up or destroyed. GeoNames' seats of governments (PPLG) have a castle among them, and are as other places. */
const NO_PLACES = new Set(['PPLX', 'PPLH', 'PPLQ', 'PPLW', 'PPLCH']);

const roomIn = (table = [], population) => table.find(({ over }) => population > over)?.rank ?? Infinity;

/** The largest first: where two have no room, the first stays. */
export function places(cities) {
  return cities
    .filter(({ featureCode }) => !NO_PLACES.has(featureCode))
    .map(({ name, population, featureCode, loc, cityId }) => ({
      cityId,
      geometry: loc,
      rank: Math.min(roomIn(ROOM, population), roomIn(CAPITALS[featureCode], population)),
      properties: { name, population, capital: LEVELS[featureCode] },
    }))
    .filter(({ rank }) => rank < Infinity)
    .toSorted(
      (one, other) => other.properties.population - one.properties.population || one.cityId - other.cityId,
    )
    .map(({ geometry, rank, properties: { capital, ...properties } }) =>
      line({
        layer: 'places',
        minzoom: Math.min(7, rank),
        geometry,
        properties: { ...properties, rank, ...(capital === undefined ? {} : { capital }) },
      }),
    );
}
