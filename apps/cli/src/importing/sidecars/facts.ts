/** What a file beside an image, or the folder that it is in, tells of it. */
export interface Facts {
  readonly tags: readonly string[];
  /** ISO 8601. */
  readonly capturedAt?: string | undefined;
  readonly position?: { readonly longitude: number; readonly latitude: number } | undefined;
}

/** A position if both are numbers of degrees. 0 and 0 stand for an unknown one. */
export function positionOf(latitude: number | undefined, longitude: number | undefined): Facts['position'] {
  if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0))
    return undefined;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { longitude, latitude } : undefined;
}
