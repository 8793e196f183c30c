/** What clients may take up of the server at once, and how slow they may be. */
export interface Limits {
  /** Open connections in all; 0 for as many as there are. */
  readonly connections: number;
  /** Open connections of one address that is no trusted proxy; 0 for as many as there are. */
  readonly connectionsPerAddress: number;
  /** Uploads whose bytes are taken in at once. */
  readonly uploads: number;
  /** Uploads that wait for their turn, unread; one more is refused. */
  readonly waitingUploads: number;
  /** How long not a byte may move of an answer that is being sent, or of a body that is being read. */
  readonly stallMs: number;
  /** What a body must come with on average, after the first `stallMs`. */
  readonly bodyBytesPerSecond: number;
}

export const defaultLimits: Limits = {
  connections: 5_000,
  connectionsPerAddress: 500,
  uploads: 64,
  waitingUploads: 256,
  stallMs: 30_000,
  bodyBytesPerSecond: 8 * 1024,
};
