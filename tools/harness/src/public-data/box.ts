/** In degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number];
