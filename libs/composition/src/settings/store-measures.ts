/** Takes how long calls of one method of a port took. Called for nearly every request, so that it must be quick. */
export interface CallMeasure {
  ended(seconds: number): void;
  /** The store could not do it. */
  failed(seconds: number): void;
}

/** Where calls of the stores are measured. */
export interface StoreMeasures {
  /** What is told of the calls of a method. Asked for once per method, when the stores are opened. */
  of(port: string, method: string): CallMeasure;
}
