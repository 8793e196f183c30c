/** The `workerData` of a database thread. */
export interface ThreadData {
  readonly file: string;
  readonly role: 'writer' | 'reader';
  readonly reserveInBytes: number | undefined;
  /** Memory of the `SharedCounter` that changes after every write. */
  readonly version: SharedArrayBuffer;
}
