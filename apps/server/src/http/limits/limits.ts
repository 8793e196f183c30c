/** Limits on connections, uploads and slow clients. */
export interface Limits {
  /** Maximum open connections; 0 for no limit. */
  readonly connections: number;
  /** Maximum open connections per IP address, except trusted proxies; 0 for no limit. */
  readonly connectionsPerAddress: number;
  /** Maximum concurrent uploads. */
  readonly uploads: number;
  /** Maximum queued uploads. Their bodies are not read. Further ones are rejected. */
  readonly waitingUploads: number;
  /** Maximum concurrent imports of features. As many may wait as uploads. */
  readonly imports: number;
  /** Maximum open streams of events. */
  readonly eventStreams: number;
  /** A response or request body that makes no progress for this long is cut off. */
  readonly stallMs: number;
  /** Minimum average rate of a request body, after the first `stallMs`. */
  readonly bodyBytesPerSecond: number;
}

export const defaultLimits: Limits = {
  connections: 5_000,
  connectionsPerAddress: 500,
  uploads: 64,
  waitingUploads: 256,
  imports: 8,
  eventStreams: 1_000,
  stallMs: 30_000,
  bodyBytesPerSecond: 8 * 1024,
};
