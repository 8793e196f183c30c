import type { FileItem } from '@cairn/spaces';
import { type Projection, UnreadablePlace } from '../crs/projection.js';
import { geometryOf } from './geometry-of.js';

/** A feature as its file has it. */
interface Unplaced {
  readonly at: number;
  readonly id?: string | undefined;
  /** GeoJSON in the system of the file, or nothing. */
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** The feature in WGS 84, or why it is none. */
export function placed({ at, id, geometry, properties }: Unplaced, projection: Projection): FileItem {
  try {
    const found = geometry === null || geometry === undefined ? null : geometryOf(geometry);
    if (found === undefined) return { at, reason: 'has no geometry of GeoJSON' };
    return {
      at,
      feature: {
        type: 'Feature',
        ...(id !== undefined && { id }),
        geometry: found && projection.geometry(found),
        properties,
      },
    };
  } catch (error) {
    if (error instanceof UnreadablePlace) return { at, reason: `a position ${error.message}` };
    throw error;
  }
}
