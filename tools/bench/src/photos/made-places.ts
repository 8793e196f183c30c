import { Random } from '@cairn/harness';
import type { PhotoPosition } from '@cairn/images/spi';

const SEED = 20;
const TOWNS = 80;
const FAR_TOWNS = 60;
/** Days since 2005 began. */
export const DAYS = 7_305;
/** When the family moved: until then it took its photos in another town. */
const MOVED = 2_557;

/** Where most photos are: since 2012, and before. */
export const home: PhotoPosition = { longitude: 8.54, latitude: 47.37 };
export const formerHome: PhotoPosition = { longitude: -0.12, latitude: 51.5 };
/** A country with many towns. `west,south,east,north`, as all boxes here. */
export const country = [6, 46, 15, 54.5] as const;
/** On both sides of the antimeridian. */
const island: PhotoPosition = { longitude: 179.99, latitude: -16.8 };
/** An ocean, in which a few photos are far apart. */
export const ocean = [-50, 20, -25, 40] as const;

const random = new Random(SEED);
const between = (from: number, to: number): number => from + random.next() * (to - from);

/** The first ones have most photos. */
export const towns: readonly PhotoPosition[] = Array.from({ length: TOWNS }, () => ({
  longitude: between(country[0], country[2]),
  latitude: between(country[1], country[3]),
}));

const farTowns: readonly PhotoPosition[] = Array.from({ length: FAR_TOWNS }, () => ({
  longitude: between(60, 150),
  latitude: between(-35, 45),
}));

/** Where photos of one day are taken. */
export function placeOn(day: number, chance: Random): PhotoPosition {
  const kind = chance.next();
  if (kind < 0.55) return day < MOVED ? formerHome : home;
  if (kind < 0.85) return oneOf(towns, chance);
  return kind < 0.99 ? oneOf(farTowns, chance) : island;
}

/** The first of them far more often than the last. */
function oneOf(places: readonly PhotoPosition[], chance: Random): PhotoPosition {
  return places[Math.floor(places.length * chance.next() ** 3)] ?? home;
}

const SPREAD_DEGREES = 0.03;

/** A few kilometres from there at most, mostly less. Seven decimals. */
export function besides({ longitude, latitude }: PhotoPosition, chance: Random): PhotoPosition {
  const off = (): number => (chance.next() + chance.next() + chance.next() - 1.5) * SPREAD_DEGREES;
  const east = longitude + off();
  return { longitude: rounded(east > 180 ? east - 360 : east), latitude: rounded(latitude + off()) };
}

/** Anywhere in the ocean. */
export function atSea(chance: Random): PhotoPosition {
  const [west, south, east, north] = ocean;
  return {
    longitude: rounded(west + chance.next() * (east - west)),
    latitude: rounded(south + chance.next() * (north - south)),
  };
}

const rounded = (degrees: number): number => Math.round(degrees * 1e7) / 1e7;
