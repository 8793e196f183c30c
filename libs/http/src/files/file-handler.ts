import type { IncomingMessage, ServerResponse } from 'node:http';
import { FileNotFound, withoutEdit, type AddressTerms, type OpenFile, type ServedFile } from '@cairn/images';
import type { BlobAddresses } from '@cairn/images/spi';
import { toNfc } from '@cairn/kernel';
import { sendBytes } from '../responses/send-bytes.js';
import { requestContextOf } from '../messages/request-context.js';
import { percentDecode } from '../messages/percent-decode.js';
import { queryTextOf } from '../messages/query.js';
import type { DerivativeFiles, FileRequest } from './derivative-files.js';
import { editedQuery, TurnedOriginals } from './edited-files.js';
import { editIn } from './edit-parameter.js';
import { methodNotAllowed, preconditionFailed, transformNeeded } from './file-errors.js';
import type { FileCache } from './file-cache.js';
import type { FileViewers } from './file-viewers.js';
import { FileHeads, type FileHead } from './file-heads.js';
import { answerTo, sendHeld } from './file-answer.js';
import { preflight, redirect } from './short-answers.js';
import { evaluatePreconditions } from './preconditions.js';
import type { BlobHandle, FileResponse } from './file-response.js';
import { limitedCacheControl, type Signed, type SignedAddresses } from './signed-addresses.js';

interface FileHandlerOptions {
  readonly openFile: Pick<OpenFile, 'execute'>;
  readonly viewers: Pick<FileViewers, 'maySee'>;
  readonly cacheControl: string;
  readonly cache: FileCache;
  readonly derivatives: Pick<DerivativeFiles, 'find'>;
  readonly signatures: Pick<SignedAddresses, 'check' | 'keptSeconds'>;
  /** Set to redirect clients to the blob store; otherwise files are streamed through this server. */
  readonly addresses?: BlobAddresses | undefined;
}

/** How long a presigned URL is valid. */
const ADDRESS_SECONDS = 300;
/** Redirects expire from caches well before the presigned URL does. */
const REDIRECT_CACHE_SECONDS = 60;
/** Only the viewer's browser keeps it, and asks each time whether it may still show it. */
const PRIVATE_CACHE_CONTROL = 'private, no-cache';

/** A file that only some callers may receive. */
export interface PrivateFile extends FileRequest {
  /** Whether the stored bytes are sent unchanged. */
  readonly isOriginal: boolean;
  readonly isForAllSites?: boolean | undefined;
}

/** Serves hosted files and their derivatives, with preconditions and ranges. */
export class FileHandler {
  private readonly heads = new FileHeads();
  private readonly turned = new TurnedOriginals();

  constructor(private readonly options: FileHandlerOptions) {}

  /** Handles a request for the file at `path`, which is relative to the CDN URL and still percent-encoded. */
  async handle(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'OPTIONS') return preflight(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed();
    const address = toNfc(percentDecode(path));
    const { url = '' } = request;
    const hasQuery = url.includes('?');
    const signed = hasQuery ? await this.options.signatures.check(path, url) : undefined;
    // Before anything else that differs between files, because strangers must not learn that a private one exists.
    const { openFile, viewers } = this.options;
    const found = await openFile.execute(address, (file) => viewers.maySee(request, file));
    const asked = editIn(hasQuery ? (signed?.query ?? queryTextOf(request)) : '');
    const isUnedited = asked.edit === 'none' && found.file.edit !== undefined;
    // An edit may hide a part of the picture from those who cannot change it.
    if (isUnedited && !(await viewers.maySee(request, found.file, 'editor'))) throw new FileNotFound();
    const served = isUnedited ? { ...found, file: withoutEdit(found.file) } : found;
    const isPrivate = served.file.visibility === 'private' || isUnedited;
    if (isPrivate) response.appendHeader('Vary', 'Authorization, Cookie');
    const fileName = address.slice(address.lastIndexOf('/') + 1);
    const { query } = asked;
    const file = { request, response, served, fileName, query, isSigned: signed !== undefined };
    const derivative = query === '' ? undefined : await this.options.derivatives.find(file);
    let represented = derivative ?? (await this.original(file));
    if (isPrivate) represented = asPrivate(represented);
    await this.send({ represented, signed, request, response });
  }

  /**
   * Sends a file to a caller who may have it although others may not. Caches must ask again each time, and the blob
   * store never serves it instead, so that access ends as soon as the caller loses the right.
   */
  async sendPrivately(given: PrivateFile): Promise<void> {
    const { request, response } = given;
    const represented = await this.representPrivately(given);
    const sent = { ...asPrivate(represented), isForAllSites: given.isForAllSites };
    await this.send({ represented: sent, signed: undefined, request, response });
  }

  /** Sends an owner their file as it was uploaded. Nobody keeps it. */
  async sendWhole(given: Omit<FileRequest, 'query' | 'isSigned'>): Promise<void> {
    const { request, response, served, fileName } = given;
    const represented = { ...asPrivate(this.stored(served, fileName)), cacheControl: 'private, no-store' };
    await this.send({ represented, signed: undefined, request, response });
  }

  /** The bytes of such a file. @throws {FileNotFound} if it was deleted in the meantime. */
  async readPrivately(given: PrivateFile): Promise<AsyncIterable<Uint8Array>> {
    return await (await (await this.representPrivately(given)).open()).read();
  }

  private async representPrivately({ isOriginal, ...given }: PrivateFile): Promise<FileResponse> {
    if (isOriginal) return await this.original(given);
    const derivative = await this.options.derivatives.find(given);
    if (derivative === undefined) throw transformNeeded();
    return derivative;
  }

  /** The whole picture: the stored bytes, unless it is edited. */
  private async original(given: FileRequest): Promise<FileResponse> {
    const { served, fileName } = given;
    if (served.file.edit === undefined) return this.stored(served, fileName);
    const { cacheControl } = this.options;
    const turned = await this.turned.find(served, { fileName, cacheControl });
    if (turned !== undefined) return turned;
    const query = editedQuery(served.file);
    const rendered = await this.options.derivatives.find({ ...given, query, isSigned: true });
    return rendered ?? this.stored(served, fileName);
  }

  private stored(served: ServedFile, fileName: string): FileResponse {
    const { sha256, blobKey, sizeInBytes, createdAt, contentType, whole } = served.file;
    const { cacheControl } = this.options;
    // Of a file that is stored whole, the bytes under the key of the blob are its owner's: neither may the store serve them, nor
    // may caches take one for the other.
    const key = whole === undefined ? blobKey : `${blobKey} cut`;
    const open = async (): Promise<BlobHandle> => ({
      key,
      area: 'originals',
      sizeInBytes,
      isStored: async () => whole === undefined,
      read: async (range) => await served.read(range),
    });
    return { key, etag: `"${sha256}"`, createdAt, contentType, fileName, cacheControl, open };
  }

  private async send({ represented, signed, request, response }: Sending): Promise<void> {
    const { etag, createdAt, key } = represented;
    const outcome = evaluatePreconditions(request.headers, { etag, createdAt });
    if (outcome === 'failed') throw preconditionFailed();
    if (outcome === 'not-modified') {
      const { unchanged } = this.headOf(represented, signed);
      response.writeHead(304, ['X-Request-Id', requestContextOf(request).id, ...unchanged]).end();
      return;
    }
    const { cache } = this.options;
    // A presigned URL could be passed on, and outlives the end of a session.
    const addresses = represented.isPrivate ? undefined : this.options.addresses;
    // With redirects enabled, cached files are redirected too.
    const held = addresses === undefined ? cache.find(key) : undefined;
    if (held !== undefined) {
      const head = this.headOf(represented, signed);
      sendHeld(response, held, answerTo(request, { represented, head, size: held.length }));
      return;
    }
    const opened = await represented.open();
    if (addresses !== undefined && request.method === 'GET' && (await opened.isStored())) {
      const { contentType } = represented;
      const { disposition } = this.headOf(represented, signed);
      const terms = this.storeTerms(represented, signed);
      const how = { ...terms, area: opened.area, contentType, disposition };
      const location = await addresses.addressOf(key, how);
      redirect(request, response, { location, seconds: Math.min(REDIRECT_CACHE_SECONDS, terms.seconds) });
      return;
    }
    const head = this.headOf(represented, signed);
    const answer = answerTo(request, { represented, head, size: opened.sizeInBytes });
    if (request.method === 'HEAD') {
      response.writeHead(answer.status, answer.headers).end();
      return;
    }
    const read = await cache.read(opened);
    if (read !== undefined) {
      sendHeld(response, read, answer);
      return;
    }
    const bytes = await opened.read(answer.range);
    response.writeHead(answer.status, answer.headers);
    await sendBytes(response, bytes, answer.length);
  }

  /** Computed late, because a URL may come close to its expiry while an image is rendered. */
  private headOf(represented: FileResponse, signed: Signed | undefined): FileHead {
    if (signed === undefined || represented.isPrivate) return this.heads.of(represented);
    const seconds = this.options.signatures.keptSeconds(signed);
    const cacheControl = limitedCacheControl(represented.cacheControl, seconds);
    return this.heads.of({ ...represented, cacheControl });
  }

  /**
   * How long the store serves a file and how long caches keep the response after that. The sum is what caches are
   * allowed.
   */
  private storeTerms(
    { cacheControl }: FileResponse,
    signed: Signed | undefined,
  ): Pick<AddressTerms, 'seconds' | 'cacheControl'> {
    if (signed === undefined) return { seconds: ADDRESS_SECONDS, cacheControl };
    const kept = this.options.signatures.keptSeconds(signed);
    const seconds = Math.max(1, Math.min(ADDRESS_SECONDS, Math.ceil(kept / 2)));
    return { seconds, cacheControl: limitedCacheControl(cacheControl, Math.max(0, kept - seconds)) };
  }
}

function asPrivate(represented: FileResponse): FileResponse {
  return { ...represented, cacheControl: PRIVATE_CACHE_CONTROL, isPrivate: true };
}

interface Sending {
  readonly represented: FileResponse;
  /** Absent if the URL needs no signature. */
  readonly signed: Signed | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}
