import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OpenFile, ServedFile } from '@cairn/images';
import contentDisposition from 'content-disposition';
import fresh from 'fresh';
import { Refusal } from '../http/refusal.js';
import { rangeOf } from './range.js';

interface FileHandlerOptions {
  readonly openFile: OpenFile;
  readonly cacheControl: string;
}

/** Serves hosted files, reading and writing only the bytes that are asked for. */
export class FileHandler {
  constructor(private readonly options: FileHandlerOptions) {}

  /** Answers a request for the file at `path` (without the prefix of the CDN address, still percent-encoded). */
  async handle(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') return preflight(response);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed();
    const address = decode(path);
    const served = await this.options.openFile.execute(address);
    const headers = this.headersOf(address, served);
    // Only the tag counts: a client that names one wants to know, even if it bypasses caches.
    if (fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag: headers.ETag }))
      return end(response, 304, validatorsOf(headers));
    const size = served.file.sizeInBytes;
    const range = rangeOf(request, { size, etag: headers.ETag });
    const sent = range ?? { start: 0, end: size - 1 };
    const whole = {
      ...headers,
      'Content-Length': sent.end - sent.start + 1,
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` }),
    };
    const status = range ? 206 : 200;
    if (request.method === 'HEAD') return end(response, status, whole);
    const bytes = await served.read(range);
    response.writeHead(status, whole);
    await send(response, bytes, whole['Content-Length']);
  }

  private headersOf(address: string, { file }: ServedFile) {
    return {
      'Content-Type': file.contentType,
      'Content-Disposition': contentDisposition(address.slice(address.lastIndexOf('/') + 1), {
        type: 'inline',
      }),
      ETag: `"${file.sha256}"`,
      'Cache-Control': this.options.cacheControl,
      'Accept-Ranges': 'bytes',
      ...sharedHeaders,
    };
  }
}

const sharedHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
} as const;

type Headers = Readonly<Record<string, string | number>>;

function validatorsOf({
  'Content-Type': _type,
  'Content-Disposition': _disposition,
  ...validators
}: Headers): Headers {
  return validators;
}

/** @throws {Refusal} when the percent-encoding is broken. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch (cause) {
    throw new Refusal(
      { status: 400, code: 'malformed-address', detail: 'The percent-encoding of the address is broken.' },
      { cause },
    );
  }
}

async function send(
  response: ServerResponse,
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): Promise<void> {
  let sent = 0;
  for await (const chunk of bytes) {
    sent += chunk.byteLength;
    if (response.destroyed) return;
    if (sent === length) {
      response.end(chunk);
      return;
    }
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  // Fewer bytes than announced: the only honest end is a broken connection.
  response.destroy();
}

function preflight(response: ServerResponse): void {
  end(response, 204, {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers': 'Range, If-None-Match',
    'Access-Control-Max-Age': 86_400,
  });
}

function methodNotAllowed(): Refusal {
  return new Refusal({
    status: 405,
    code: 'method-not-allowed',
    detail: 'A file can only be read.',
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  });
}

function end(response: ServerResponse, status: number, headers: Headers): void {
  response.writeHead(status, { ...headers });
  response.end();
}
