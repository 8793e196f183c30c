/** Waits. */
export abstract class Timer {
  /** Resolves once so many milliseconds have passed. Does not keep a process alive. */
  abstract wait(durationMs: number): Promise<void>;
}
