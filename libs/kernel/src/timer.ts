/** Delays. */
export abstract class Timer {
  /** Resolves after this many milliseconds. Does not keep the process alive. */
  abstract wait(durationMs: number): Promise<void>;
}
