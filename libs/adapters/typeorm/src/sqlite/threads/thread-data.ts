/** What a thread of the database is started with. */
export interface ThreadData {
  readonly file: string;
  readonly role: 'writer' | 'reader';
  readonly reserveInBytes: number | undefined;
  /** The memory of the `SharedCounter` that tells every thread whether something was written. */
  readonly version: SharedArrayBuffer;
}
