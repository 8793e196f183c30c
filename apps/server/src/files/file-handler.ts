import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'node:querystring';
import type { BlobAddresses, OpenFile, ServedFile } from '@cairn/images';
import { toNfc } from '@cairn/kernel';
import contentDisposition from 'content-disposition';
import { sendBytes } from '../http/responses/send-bytes.js';
import { requestContextOf } from '../http/request-context.js';
import { percentDecode } from '../http/percent-decode.js';
import { queryOf } from '../http/query.js';
import { HttpError } from '../errors/http-error.js';
import type { DerivativeFiles } from './derivative-files.js';
import type { FileCache } from './file-cache.js';
import { lastModified, evaluatePreconditions } from './preconditions.js';
import { rangeOf } from './range.js';
import type { OpenedFile, RepresentedFile } from './represented-file.js';
import { limitedCacheControl, type SignedAddresses } from './signed-addresses.js';

interface FileHandlerOptions {
  readonly openFile: OpenFile;
  readonly cacheControl: string;
  readonly cache: FileCache;
  readonly derivatives: DerivativeFiles;
  readonly signatures: SignedAddresses;
  /** Set to redirect clients to the blob store; otherwise files are streamed through this server. */
  readonly addresses?: BlobAddresses | undefined;
}

/** How long a presigned URL is valid. */
const ADDRESS_SECONDS = 300;
/** Redirects expire from caches well before the presigned URL does. */
const REDIRECT_CACHE_SECONDS = 60;

/** Serves hosted files and what is made of them, with preconditions and ranges. */
export class FileHandler {
  constructor(private readonly options: FileHandlerOptions) {}

  /** Handles a request for the file at `path`, which is relative to the CDN URL and still percent-encoded. */
  async handle(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') return preflight(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed();
    const address = toNfc(percentDecode(path));
    const signed = await this.options.signatures.check(path, request.url ?? '');
    const served = await this.options.openFile.execute(address);
    const fileName = address.slice(address.lastIndexOf('/') + 1);
    const isSigned = signed !== undefined;
    const query = signed === undefined ? queryOf(request) : parse(signed.query);
    const file = { request, response, served, fileName, query, isSigned };
    const represented = (await this.options.derivatives.find(file)) ?? this.original(served, fileName);
    const { secondsLeft } = signed ?? {};
    const limited = secondsLeft === undefined ? represented : until(secondsLeft, represented);
    await this.send(limited, request, response);
  }

  private original(served: ServedFile, fileName: string): RepresentedFile {
    const { sha256, blobKey, sizeInBytes, createdAt, contentType } = served.file;
    const opened: OpenedFile = {
      ...{ key: blobKey, area: 'originals', sizeInBytes },
      isStored: async () => true,
      read: async (range) => await served.read(range),
    };
    const { cacheControl } = this.options;
    return {
      ...{ createdAt, contentType, fileName, cacheControl },
      etag: `"${sha256}"`,
      open: async () => opened,
    };
  }

  private async send(
    represented: RepresentedFile,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { etag, createdAt, contentType, cacheControl } = represented;
    const validators = ['X-Request-Id', requestContextOf(request).id, 'ETag', etag];
    validators.push('Cache-Control', cacheControl, ...shared);
    const outcome = evaluatePreconditions(request.headers, { etag, createdAt });
    if (outcome === 'failed') throw preconditionFailed();
    if (outcome === 'not-modified') {
      response.writeHead(304, validators).end();
      return;
    }
    const disposition = contentDisposition(represented.fileName, { type: 'inline' });
    const opened = await represented.open();
    const { key, area, sizeInBytes: size } = opened;
    const { addresses } = this.options;
    if (addresses !== undefined && request.method === 'GET' && (await opened.isStored())) {
      const { secondsLeft = ADDRESS_SECONDS } = represented;
      const seconds = Math.min(ADDRESS_SECONDS, secondsLeft);
      const how = { seconds, area, contentType, disposition, cacheControl };
      const location = await addresses.addressOf(key, how);
      redirect(request, response, { location, seconds: Math.min(REDIRECT_CACHE_SECONDS, secondsLeft) });
      return;
    }
    const range =
      request.method === 'HEAD' || request.headers.range === undefined
        ? undefined
        : rangeOf(request, { size, etag, createdAt });
    const sent = range ?? { start: 0, end: size - 1 };
    const length = sent.end - sent.start + 1;
    const whole = [...validators, 'Content-Type', contentType, 'Content-Disposition', disposition];
    whole.push('Last-Modified', lastModified({ etag, createdAt }), 'Content-Length', String(length));
    if (range) whole.push('Content-Range', `bytes ${range.start}-${range.end}/${size}`);
    const status = range ? 206 : 200;
    if (request.method === 'HEAD') {
      response.writeHead(status, whole).end();
      return;
    }
    const held = await this.options.cache.read(opened);
    if (held !== undefined) {
      response.writeHead(status, whole).end(range ? held.subarray(range.start, range.end + 1) : held);
      return;
    }
    const bytes = await opened.read(range);
    response.writeHead(status, whole);
    await sendBytes(response, bytes, length);
  }
}

/** The headers of every response about a file. */
export const sharedHeaders = {
  'Accept-Ranges': 'bytes',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'ETag, Content-Range, Content-Length, Accept-Ranges, Last-Modified, X-Request-Id',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Referrer-Policy': 'no-referrer',
} as const;

const shared: readonly string[] = Object.entries(sharedHeaders).flat();

/** The same file, until its address expires. */
function until(secondsLeft: number, represented: RepresentedFile): RepresentedFile {
  const cacheControl = limitedCacheControl(represented.cacheControl, secondsLeft);
  return { ...represented, cacheControl, secondsLeft };
}

function redirect(
  request: IncomingMessage,
  response: ServerResponse,
  { location, seconds }: { readonly location: string; readonly seconds: number },
): void {
  response.writeHead(302, {
    ...sharedHeaders,
    'X-Request-Id': requestContextOf(request).id,
    'Cache-Control': `private, max-age=${seconds}`,
    'Content-Length': 0,
    Location: location,
  });
  response.end();
}

function preflight(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(204, {
    'X-Request-Id': requestContextOf(request).id,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers':
      'Range, If-Range, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, Authorization',
    'Access-Control-Max-Age': 86_400,
  });
  response.end();
}

function preconditionFailed(): HttpError {
  return new HttpError({
    status: 412,
    code: 'precondition-failed',
    detail: 'The file is not the one that `If-Match` or `If-Unmodified-Since` asks for.',
  });
}

function methodNotAllowed(): HttpError {
  return new HttpError({
    status: 405,
    code: 'method-not-allowed',
    detail: 'Files can only be read: use GET or HEAD.',
    headers: { Allow: 'GET, HEAD, OPTIONS' },
  });
}
