import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpError } from '../../errors/http-error.js';
import type { HeldBody } from './body-memory.js';

interface ReadOptions {
  readonly maxBytes: number;
  readonly memory: HeldBody;
}

const decoders: Readonly<Record<string, () => Transform>> = {
  identity: () => new PassThrough(),
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The bytes of a body, decompressed. What is left when the reader stops is discarded after the response.
 * @throws {HttpError} 413 for more bytes, 415 for an unknown compression, 400 for a body that is cut short, 503 where
 * bodies take too much memory.
 */
export async function* readBytes(
  request: IncomingMessage,
  { maxBytes, memory }: ReadOptions,
): AsyncGenerator<Buffer, void, undefined> {
  const { 'content-encoding': encoding = 'identity', 'content-length': announced } = request.headers;
  const decoder = decoders[encoding.trim().toLowerCase()]?.();
  if (decoder === undefined) throw unknownCompression();
  if (Number(announced ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const fail = (cause?: Error): unknown => decoder.destroy(cutShort(cause));
  const failUnlessComplete = (): unknown => (request.complete ? undefined : fail());
  decoder.on('error', () => undefined); // after the reader has stopped
  request.on('error', fail).on('close', failUnlessComplete).pipe(decoder);
  if (request.destroyed) fail(); // Its events have been emitted already.
  let size = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      memory.add(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof HttpError ? error : cutShort(error);
  } finally {
    request.unpipe(decoder).off('error', fail).off('close', failUnlessComplete);
    decoder.destroy();
  }
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError({
    status: 413,
    code: 'body-too-large',
    detail: `The body is larger than ${maxBytes} bytes; send it in parts.`,
  });
}

function unknownCompression(): HttpError {
  return new HttpError({
    status: 415,
    code: 'unsupported-media-type',
    detail: 'The compression of the body is not supported; send it plain, or as gzip, deflate or br.',
  });
}

function cutShort(cause: unknown): HttpError {
  const detail = 'The body is cut short, or its compression is damaged.';
  return new HttpError({ status: 400, code: 'malformed-body', detail }, { cause });
}
