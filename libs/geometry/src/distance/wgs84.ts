/** WGS 84: semi-major axis in metres, and flattening. */
export const EQUATORIAL_RADIUS = 6_378_137;
export const FLATTENING = 1 / 298.257223563;

/** Minimum and maximum metres of one radian, over all directions and places on the ellipsoid. */
export const LEAST_METERS_PER_RADIAN = EQUATORIAL_RADIUS * (1 - FLATTENING) ** 2;
export const MOST_METERS_PER_RADIAN = EQUATORIAL_RADIUS / (1 - FLATTENING);

/** From pole to pole, the greatest distance of two points. */
export const HALF_MERIDIAN = 20_003_931.4586;
