/** A fault of a value, and its path. */
export interface GeoJsonFault {
  /** RFC 6901, from the validated value: `/geometry/coordinates/0/3`; the value itself is the empty text. */
  readonly pointer: string;
  /** A phrase to put after the pointer or a name: `has latitude 91, which is not between -90 and 90`. */
  readonly reason: string;
}

/** The validated value, or its faults, up to `maxFaults`. */
export type Validation<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: readonly GeoJsonFault[] };

export type Step = string | number;

/** RFC 6901. */
export function jsonPointer(steps: readonly Step[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
