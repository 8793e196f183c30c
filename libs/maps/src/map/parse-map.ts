import { InvalidInput, parseAll } from '@cairn/kernel';
import { parseText } from '@cairn/spaces/spi';
import type { NewLayer } from './parse-layer.js';
import { BASE_MAPS, type BaseMap, type MapView } from './web-map.js';

const MAX_TITLE_LENGTH = 200;
const MAX_DESCRIPTION_LENGTH = 10_000;
const MAX_ZOOM = 24;
const MAX_PITCH = 85;

/** A new map. */
export interface MapDetails {
  readonly title: string;
  /** Empty by default. */
  readonly description?: string | undefined;
  /** The first one is the lowest. None by default. */
  readonly layers?: readonly NewLayer[] | undefined;
  readonly view?: MapView | undefined;
  readonly baseMap?: BaseMap | undefined;
  /** Whether anybody may read it. Not by default. */
  readonly isPublic?: boolean | undefined;
}

/** What to change. Absent members stay. */
export interface MapChange {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** All of them, in their order. */
  readonly layers?: readonly NewLayer[] | undefined;
  /** `null` for none. */
  readonly view?: MapView | null | undefined;
  /** `null` for the default. */
  readonly baseMap?: BaseMap | null | undefined;
  readonly isPublic?: boolean | undefined;
}

/** @throws {InvalidInput} */
export function parseTitle(title: string): string {
  if (title.trim() === '') throw InvalidInput.of('invalid-length', 'The title must not be empty.');
  return parseText(title, { name: 'title', limit: MAX_TITLE_LENGTH });
}

/** The beginning of a text that is short enough for a title. */
export const asTitle = (text: string): string => [...text].slice(0, MAX_TITLE_LENGTH).join('');

/** @throws {InvalidInput} */
export function parseDescription(description: string): string {
  return parseText(description, { name: 'description', limit: MAX_DESCRIPTION_LENGTH });
}

/** @throws {InvalidInput} with all faults. */
export function parseView({ longitude, latitude, zoom, bearing, pitch }: MapView): MapView {
  const parsed = parseAll({
    longitude: () => parseNumber(longitude, { name: 'longitude', from: -180, to: 180 }),
    latitude: () => parseNumber(latitude, { name: 'latitude', from: -90, to: 90 }),
    zoom: () => parseNumber(zoom, { name: 'zoom', from: 0, to: MAX_ZOOM }),
    bearing: () => bearing && parseNumber(bearing, { name: 'bearing', from: -180, to: 180 }),
    pitch: () => pitch && parseNumber(pitch, { name: 'pitch', from: 0, to: MAX_PITCH }),
  });
  const { longitude: x, latitude: y, zoom: level, ...turned } = parsed;
  return {
    longitude: x,
    latitude: y,
    zoom: level,
    ...(turned.bearing !== undefined && { bearing: turned.bearing }),
    ...(turned.pitch !== undefined && { pitch: turned.pitch }),
  };
}

/** @throws {InvalidInput} */
export function parseBaseMap(baseMap: BaseMap): BaseMap {
  if (BASE_MAPS.includes(baseMap)) return baseMap;
  throw InvalidInput.of('unknown-choice', `The base map must be one of ${BASE_MAPS.join(', ')}.`);
}

function parseNumber(
  number: number,
  { name, from, to }: { readonly name: string; readonly from: number; readonly to: number },
): number {
  if (number >= from && number <= to) return number;
  throw InvalidInput.of('out-of-range', `The ${name} must be from ${from} to ${to}.`);
}
