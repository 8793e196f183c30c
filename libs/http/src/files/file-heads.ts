import { Memo } from '../messages/memo.js';
import { lastModified } from './preconditions.js';
import { dispositionOf } from '../responses/content-disposition.js';
import type { FileResponse } from './file-response.js';

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

/** Pages of other sites must not show a private file with the cookie of its owner. */
const sharedOfPrivate: readonly string[] = Object.entries({
  ...sharedHeaders,
  'Cross-Origin-Resource-Policy': 'same-site',
}).flat();

/** The headers of a file, as alternating names and values. */
export interface FileHead {
  readonly disposition: string;
  /** The headers of a 304. */
  readonly unchanged: readonly string[];
  /** The headers of the whole file, without its length. */
  readonly whole: readonly string[];
}

/** An LRU cache of file headers. */
export class FileHeads {
  private readonly recent = new Memo<FileHead>();

  of(file: FileResponse): FileHead {
    const { etag, createdAt, contentType, cacheControl, fileName } = file;
    const { isPrivate = false, isForAllSites = false } = file;
    const isForSite = isPrivate && !isForAllSites;
    const key = `${etag} ${createdAt} ${contentType} ${isForSite} ${cacheControl}\n${fileName}`;
    return this.recent.of(key, () => {
      const disposition = dispositionOf(fileName, 'inline');
      const unchanged = [
        'ETag',
        etag,
        'Cache-Control',
        cacheControl,
        ...(isForSite ? sharedOfPrivate : shared),
      ];
      const described = ['Content-Type', contentType, 'Content-Disposition', disposition];
      const modified = createdAt === undefined ? [] : ['Last-Modified', lastModified({ createdAt })];
      return { disposition, unchanged, whole: [...unchanged, ...described, ...modified] };
    });
  }
}
