import type { NewBlobArea } from '../store/blob-area.js';

/** How a blob of an area is served at an address: how long, and with which `Content-Type`, `Content-Disposition` and `Cache-Control`. */
export interface AddressTerms {
  /** A whole number from 1 to 604,800, which is a week. */
  readonly seconds: number;
  readonly area: NewBlobArea;
  readonly contentType: string;
  readonly disposition: string;
  readonly cacheControl: string;
}

/** Tells where the store itself serves blobs, so that a reader can be sent there. */
export abstract class BlobAddresses {
  /** An absolute URL that anyone can read the blob at, for a while; made without asking whether it is stored. */
  abstract addressOf(key: string, terms: AddressTerms): Promise<string>;
}
