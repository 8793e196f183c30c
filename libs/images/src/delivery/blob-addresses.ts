import type { NewBlobArea } from '../store/blob-area.js';

/**
 * The terms of a presigned URL: its validity in seconds, and the `Content-Type`, `Content-Disposition` and
 * `Cache-Control` of the response.
 */
export interface AddressTerms {
  /** A whole number from 1 to 604,800, which is a week. */
  readonly seconds: number;
  readonly area: NewBlobArea;
  readonly contentType: string;
  readonly disposition: string;
  readonly cacheControl: string;
}

/** Presigns URLs at which the store itself serves blobs, for redirects. */
export abstract class BlobAddresses {
  /** An absolute URL at which anyone can read the blob, for a limited time. Does not check whether the blob exists. */
  abstract addressOf(key: string, terms: AddressTerms): Promise<string>;
}
