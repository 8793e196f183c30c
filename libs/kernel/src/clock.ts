/** Provides the current time. */
export abstract class Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z, a whole number. */
  abstract now(): number;
}
