/** WGS 84: semi-major axis in metres, and flattening. */
export const EQUATORIAL_RADIUS = 6_378_137;
export const FLATTENING = 1 / 298.257223563;

/** How many metres an angle of one radian is at least and at most, in any direction anywhere on the ellipsoid. */
export const LEAST_METERS_PER_RADIAN = EQUATORIAL_RADIUS * (1 - FLATTENING) ** 2;
export const MOST_METERS_PER_RADIAN = EQUATORIAL_RADIUS / (1 - FLATTENING);

/** From a pole to the other: no two points are further apart. */
export const HALF_MERIDIAN = 20_003_931.4586;
