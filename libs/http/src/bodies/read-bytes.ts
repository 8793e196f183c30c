import type { IncomingMessage } from 'node:http';
import type { HeldBody } from './body-memory.js';
import { BodyTooLarge } from './body-too-large.js';
import { decodedBytes } from './decoded-bytes.js';

interface ReadOptions {
  readonly maxBytes: number;
  readonly memory: HeldBody;
}

/**
 * The decompressed bytes of a body that is held in memory. The rest is discarded after the response if the reader stops
 * early.
 * @throws {HttpError} 413 for more bytes, 415 for an unknown compression, 400 for a truncated body, 503 if bodies take
 * too much memory.
 */
export async function* readBytes(
  request: IncomingMessage,
  { maxBytes, memory }: ReadOptions,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of limitedBytes(request, decodedBytes(request), maxBytes)) {
    memory.add(chunk.length);
    yield chunk;
  }
}

/**
 * The decoded bytes of a body. @throws {BodyTooLarge} if there are more; before reading any if the length is declared.
 */
export async function* limitedBytes(
  request: IncomingMessage,
  bytes: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer, void, undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
}

const tooLarge = (maxBytes: number): BodyTooLarge =>
  new BodyTooLarge(`The body is larger than ${maxBytes} bytes`);
