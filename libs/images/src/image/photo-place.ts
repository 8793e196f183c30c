import type { PhotoPosition } from '@cairn/image-structure';
import { photoPositionOf, type Image } from './image.js';

/** In degrees. `west` is greater than `east` where it crosses the antimeridian. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** A circle on a sphere. */
export interface Circle {
  readonly centre: PhotoPosition;
  readonly radiusInMeters: number;
}

type PlaceSource = Pick<Image, 'description' | 'position'>;

/** Records from elsewhere may have these. Not every database can store them. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

/** The name of the camera: its model, after its maker unless the model begins with it. `undefined` if it is not known. */
export function cameraOf({ description }: PlaceSource): string | undefined {
  const { make = '', model = '' } = description?.camera ?? {};
  const name = (model.startsWith(make) ? model : `${make} ${model}`).replaceAll(UNSTORABLE, '').trim();
  return name === '' ? undefined : name;
}

export function isPlacedWithin(image: PlaceSource, { west, south, east, north }: Box): boolean {
  const position = photoPositionOf(image);
  if (position === undefined) return false;
  const { longitude, latitude } = position;
  const isBeside =
    west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east;
  return isBeside && latitude >= south && latitude <= north;
}

export function isNear(image: PlaceSource, { centre, radiusInMeters }: Circle): boolean {
  const position = photoPositionOf(image);
  return position !== undefined && metersBetween(position, centre) <= radiusInMeters;
}

/** The mean radius of the earth. */
export const EARTH_RADIUS_METERS = 6_371_008.8;

/** The distance on a sphere, by the haversine formula. */
function metersBetween(one: PhotoPosition, other: PhotoPosition): number {
  const [lat1, lat2] = [radians(one.latitude), radians(other.latitude)];
  const [dLat, dLon] = [lat2 - lat1, radians(other.longitude - one.longitude)];
  const chord = Math.sin(dLat / 2) ** 2 + Math.cos(lat1) * Math.cos(lat2) * Math.sin(dLon / 2) ** 2;
  return 2 * EARTH_RADIUS_METERS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The least box around a circle. Around a pole it has every longitude. */
export function boxAround({ centre, radiusInMeters }: Circle): Box {
  const { longitude, latitude } = centre;
  const high = (radiusInMeters / EARTH_RADIUS_METERS) * (180 / Math.PI);
  const [south, north] = [latitude - high, latitude + high];
  const share = Math.sin(radians(high)) / Math.cos(radians(latitude));
  if (south <= -90 || north >= 90 || !(share < 1)) return { west: -180, south, east: 180, north };
  const wide = Math.asin(share) * (180 / Math.PI);
  return { west: wrapped(longitude - wide), south, east: wrapped(longitude + wide), north };
}

const wrapped = (longitude: number): number =>
  longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude;
