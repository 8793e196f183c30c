import { totalmem } from 'node:os';

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
  /** Maximum bytes that answers with large features hold, and as much again those that wait for their clients. */
  readonly answerBytes: number;
  /** Maximum open streams of events. */
  readonly eventStreams: number;
  /** A response or request body that makes no progress for this long is cut off. */
  readonly stallMs: number;
  /** Minimum average rate of a request body, after the first `stallMs`. */
  readonly bodyBytesPerSecond: number;
}

const MEBIBYTE = 1024 * 1024;

/** What the process may use: a limit of its container, or all that the machine has. */
export const usableMemory = process.constrainedMemory() || totalmem();

/** A share of the memory in bytes, from `least` to `most` MiB. */
export const shareOfMemory = (part: number, least: number, most: number): number =>
  Math.floor(Math.min(most, Math.max(least, (usableMemory * part) / MEBIBYTE))) * MEBIBYTE;

export const defaultLimits: Limits = {
  connections: 5_000,
  connectionsPerAddress: 500,
  uploads: 64,
  waitingUploads: 256,
  imports: 8,
  answerBytes: shareOfMemory(1 / 16, 32, 1_024),
  eventStreams: 1_000,
  stallMs: 30_000,
  bodyBytesPerSecond: 8 * 1024,
};
