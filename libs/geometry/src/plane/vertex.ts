/**
 * A position in the plane of degrees: `x` is a longitude that goes on without a jump along its path, so beyond 180 for
 * paths across the antimeridian; `y` is the latitude; `z` is the altitude, if there is one.
 */
export interface Vertex {
  readonly x: number;
  readonly y: number;
  readonly z: number | undefined;
}
