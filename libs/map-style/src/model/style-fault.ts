/** One fault of a value. `pointer` is a JSON Pointer (RFC 6901) to what is wrong. */
export interface StyleFault {
  readonly pointer: string;
  /** What is wrong with it, to be read after the pointer: `is missing`. */
  readonly reason: string;
}
