import type { AddressTerms } from '@cairn/images';
import type { BlobAddresses } from '@cairn/images/spi';

/** A key without a blob: presigning does not contact the store. */
const ANY_KEY = '0';
const ANY_TERMS: AddressTerms = {
  seconds: 1,
  area: 'derivatives',
  contentType: 'image/png',
  disposition: 'inline',
  cacheControl: 'no-store',
};

/** The origins of files: that of their URLs, and that of the blob store if it serves redirects. */
export async function imageOrigins(
  cdnUrls: readonly string[],
  store: BlobAddresses | undefined,
): Promise<readonly string[]> {
  const addresses = [...cdnUrls];
  if (store !== undefined) addresses.push(await store.addressOf(ANY_KEY, ANY_TERMS));
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
