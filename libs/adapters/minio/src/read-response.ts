import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

/** Some bytes of an object, and the size of the whole object. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly totalBytes: number;
}

export interface ByteSpan {
  readonly start: number;
  readonly length: number;
}

/** Reads a response to its end. @throws {Error} unless it contains the requested span, as far as the object goes. */
export async function readResponse(response: Readable, { start, length }: ByteSpan): Promise<Piece> {
  const { from, to, totalBytes } = announced(response);
  const end = Math.min(start + length, totalBytes);
  if (from !== start || to !== end) throw new Error('The store gives other bytes than it was asked for.');
  const bytes = Buffer.allocUnsafe(end - start);
  let filled = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (chunk.length > bytes.length - filled) throw new Error('The store gave more bytes than it announced.');
    bytes.set(chunk, filled);
    filled += chunk.length;
  }
  if (filled < bytes.length) throw new Error('The store gave fewer bytes than it announced.');
  return { bytes, totalBytes };
}

/** The bytes from `from` up to, not including, `to`. */
function announced(response: Readable): {
  readonly from: number;
  readonly to: number;
  readonly totalBytes: number;
} {
  const headers = response instanceof IncomingMessage ? response.headers : {};
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '');
  if (range) return { from: Number(range[1]), to: Number(range[2]) + 1, totalBytes: Number(range[3]) };
  const size = Number(headers['content-length'] ?? Number.NaN);
  return { from: 0, to: size, totalBytes: size };
}
