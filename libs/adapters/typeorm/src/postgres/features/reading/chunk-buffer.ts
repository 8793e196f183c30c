import { EventEmitter, once } from 'node:events';
import { StorageUnavailable } from '@cairn/kernel';
import type { FeatureChunk } from '@cairn/spaces';

/** In UTF-16 code units. */
const MAX_LENGTH = 2_097_152;
/**
 * While another query waits for the connection, the buffer may stay full only for this part of the time: a slow reader
 * must not keep others out.
 */
const WANTED_SHARE = 1 / 6;

/** How long a reader may pause. */
export interface Rest {
  readonly maxMs: number;
  /** Whether another query waits for the connection of this one. */
  readonly isWanted: () => boolean;
}

/** A queue of chunks between a writer and a reader. */
export class ChunkBuffer {
  private readonly chunks: FeatureChunk[] = [];
  private readonly changes = new EventEmitter();
  private length = 0;
  /** Of the chunk that was taken last, which its reader still has. */
  private taken = 0;
  private end: { readonly error?: unknown } | undefined;

  get isFull(): boolean {
    return this.length >= MAX_LENGTH;
  }

  put(chunk: FeatureChunk): void {
    this.chunks.push(chunk);
    this.length += chunk.text.length;
    this.changes.emit('change');
  }

  /** Ends the queue. The reader gets the error, if there is one, after the chunks. */
  close(end: { readonly error?: unknown }): void {
    this.end = end;
    this.changes.emit('change');
  }

  /** The next chunk, or `undefined` after the last one. The one before counts until then. */
  async take(): Promise<FeatureChunk | undefined> {
    this.length -= this.taken;
    this.taken = 0;
    this.changes.emit('change');
    while (this.chunks.length === 0) {
      if (this.end !== undefined) {
        if ('error' in this.end) throw this.end.error;
        return undefined;
      }
      await once(this.changes, 'change');
    }
    const chunk = this.chunks.shift();
    this.taken = chunk?.text.length ?? 0;
    return chunk;
  }

  /** Resolves when it is not full. @throws {StorageUnavailable} when the reader pauses for too long. */
  async room({ maxMs, isWanted }: Rest, signal: AbortSignal): Promise<void> {
    const start = performance.now();
    const wantedMs = Math.ceil(maxMs * WANTED_SHARE);
    let takenAt = start;
    while (this.isFull) {
      const now = performance.now();
      if (now - takenAt >= maxMs || (now - start >= wantedMs && isWanted()))
        throw new StorageUnavailable('The features of a query were taken too slowly.');
      const timeout = AbortSignal.timeout(wantedMs);
      try {
        await once(this.changes, 'change', { signal: AbortSignal.any([signal, timeout]) });
        takenAt = performance.now();
      } catch {
        signal.throwIfAborted();
      }
    }
  }
}
