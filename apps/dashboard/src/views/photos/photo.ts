import type { Feature, FeatureFilters } from '@cairn/client';
import { unwrapped } from '../spaces/map/geometry-bounds.ts';

/** The prefix of the ids of photos. The id of the image follows. */
const PREFIX = 'photo-';

/** A filter for photos, because a space may have other features too. */
export const isPhoto: FeatureFilters = { where: { 'f.id': { startsWith: PREFIX } } };

/** A photo, from the properties of its feature. People may have changed the properties, so all of them are optional. */
export interface Photo {
  /** Of the feature. */
  readonly id: string;
  /** The page of the image. */
  readonly href: string;
  readonly name: string;
  readonly folder: string;
  readonly url: string | undefined;
  /** Absent if the server makes none for anyone. */
  readonly thumbnail: string | undefined;
  readonly capturedAt: string | undefined;
}

export function photoOf({ id, properties }: Pick<Feature, 'id' | 'properties'>): Photo {
  const text = (name: string): string | undefined => {
    const value: unknown = properties[name];
    return typeof value === 'string' ? value : undefined;
  };
  const imageId = id.slice(PREFIX.length);
  return {
    id,
    href: `/images/${encodeURIComponent(imageId)}`,
    name: text('name') ?? imageId,
    folder: text('path') ?? '',
    url: text('url'),
    thumbnail: text('thumbnail'),
    capturedAt: text('capturedAt'),
  };
}

/** The base map has only coasts and borders, so there is nothing to see closer than this. */
const LEAST_DEGREES = 8;

/** Extends a box to a minimum size in degrees: west, south, east, north. */
export function roomAround(given: readonly number[]): readonly number[] {
  const bounds = unwrapped(given);
  if (bounds === undefined) return [];
  const [west, south, east, north] = bounds;
  const sides = Math.max(0, (LEAST_DEGREES - Math.abs(east - west)) / 2);
  const ends = Math.max(0, (LEAST_DEGREES - (north - south)) / 2);
  return [west - sides, Math.max(-85, south - ends), east + sides, Math.min(85, north + ends)];
}
