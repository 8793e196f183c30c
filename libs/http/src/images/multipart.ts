import type { IncomingMessage } from 'node:http';
import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import { HttpError } from '../messages/http-error.js';
import { TimeSlice } from '../messages/time-slice.js';

/** The parser replaces bytes that are not UTF-8 by this, which real names and tags do not contain. */
export const UNDECODED = '\uFFFD';
export const MAX_FIELD_BYTES = 64 * 1024;
const FILE_BUFFER_BYTES = 256 * 1024;
const SMALLEST_PIECE_BYTES = 4 * 1024;

const FIELD_LIMITS = { fieldNameSize: 100, fieldSize: MAX_FIELD_BYTES, headerPairs: 20 };

/** A streaming parser of the form in a request. @throws {HttpError} if the body is not a form. */
export function multipartParser(
  request: IncomingMessage,
  limits: NonNullable<BusboyConfig['limits']>,
): BusboyInstance {
  const { headers } = request;
  const { 'content-type': contentType = '' } = headers;
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(contentType)) {
    const detail = 'The body must be a form: send `Content-Type: multipart/form-data`.';
    throw new HttpError({ status: 415, code: 'unsupported-media-type', detail });
  }
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (!/^identity$/i.test(encoding)) {
    const detail = 'The form is compressed; send it as it is, without `Content-Encoding`.';
    throw new HttpError({ status: 415, code: 'unsupported-media-type', detail });
  }
  if (!/boundary="?[^\s";]/i.test(contentType))
    throw malformedForm(undefined, 'The form has no boundary; let your client set `Content-Type`.');
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': contentType },
      limits: { ...FIELD_LIMITS, ...limits },
      fileHwm: FILE_BUFFER_BYTES,
    });
  } catch (error) {
    throw malformedForm(error);
  }
}

/** Browsers escape these three characters in file names (HTML standard, multipart/form-data encoding). */
export function fileNameOf(escaped: string | undefined): string {
  return (escaped ?? '').replaceAll(/%(?:22|0D|0A)/g, decodeURIComponent);
}

/** The bytes of a file. A truncated file is an error of the client (400), whatever error the stream reports. */
export async function* bytesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* inSlices(bytes);
  } catch (error) {
    throw error instanceof HttpError ? error : malformedForm(error);
  }
}

/** Splits chunks into pieces that can be parsed within a time slice: a chunk may have thousands of parts. */
async function* inSlices(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = SMALLEST_PIECE_BYTES;
  for await (const chunk of chunks)
    for (let at = 0; at < chunk.length;) {
      const piece = chunk.subarray(at, at + length);
      at += piece.length;
      const slice = new TimeSlice();
      yield piece;
      length = slice.isOver ? SMALLEST_PIECE_BYTES : Math.min(2 * length, FILE_BUFFER_BYTES);
      await slice.next();
    }
}

/** The error for a form that cannot be read to its end. */
export function malformedForm(cause: unknown, detail = 'The form is cut short or malformed.'): HttpError {
  return new HttpError({ status: 400, code: 'malformed-multipart', detail }, { cause });
}
