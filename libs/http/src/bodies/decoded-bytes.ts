import type { IncomingMessage } from 'node:http';
import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { HttpError } from '../messages/http-error.js';
import { requestContextOf } from '../messages/request-context.js';
import { assertStillAllowed } from '../messages/still-allowed.js';

/**
 * Longer bodies may expand at most by `MAX_RATIO`: deflate reaches 1032, GeoJSON 10 to 30. The unchecked start is
 * short, because even these bytes cost processor time, especially as features.
 */
const FREE_KIBIBYTES = 64;
const MAX_RATIO = 200;

/** `bytesWritten`: the compressed bytes read so far. */
type Decoder = Transform & { readonly bytesWritten?: number };

const decoders: ReadonlyMap<string, () => Decoder> = new Map<string, () => Decoder>([
  ['identity', () => new PassThrough()],
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * The decompressed bytes of a body of any length. The rest is discarded after the response if the reader stops early.
 * @throws {HttpError} 415 for an unknown compression, 400 for a truncated body, 413 for one that expands by too large a
 * ratio.
 */
export function decodedBytes(request: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  const { 'content-encoding': encoding = 'identity' } = request.headers;
  const decoder = decoders.get(encoding.trim().toLowerCase())?.();
  if (decoder === undefined) throw unknownCompression();
  return decode(request, decoder);
}

async function* decode(request: IncomingMessage, decoder: Decoder): AsyncGenerator<Buffer, void, undefined> {
  const fail = (cause?: Error): unknown => decoder.destroy(cutShort(cause));
  const failUnlessComplete = (): unknown => (request.complete ? undefined : fail());
  decoder.on('error', () => undefined); // after the reader has stopped
  request.on('error', fail).on('close', failUnlessComplete).pipe(decoder);
  if (request.destroyed) fail(); // Its events have been emitted already.
  let size = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      size += chunk.length;
      const { bytesWritten: read = size } = decoder;
      if (size > FREE_KIBIBYTES * 1024 && size > read * MAX_RATIO) throw tooDense();
      yield chunk;
    }
  } catch (error) {
    throw error instanceof HttpError ? error : cutShort(error);
  } finally {
    request.unpipe(decoder).off('error', fail).off('close', failUnlessComplete);
    decoder.destroy();
  }
  requestContextOf(request).bodyLength = size;
  await assertStillAllowed(request);
}

function tooDense(): HttpError {
  const limit = `A body over ${FREE_KIBIBYTES} KiB may not become more than ${MAX_RATIO} times as long`;
  const detail = `${limit} when it is decompressed; send it plain.`;
  return new HttpError({ status: 413, code: 'body-too-dense', detail });
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
