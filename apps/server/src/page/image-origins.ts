import type { AddressTerms } from '@cairn/images';
import type { BlobAddresses } from '@cairn/images/spi';

/** A blob that need not be there: making an address asks nobody. */
const ANY_KEY = '0';
const ANY_TERMS: AddressTerms = {
  seconds: 1,
  area: 'derivatives',
  contentType: 'image/png',
  disposition: 'inline',
  cacheControl: 'no-store',
};

/** The origins that files are loaded from: that of their addresses, and that of the store, if it is redirected to. */
export async function imageOrigins(
  cdnUrl: string,
  store: BlobAddresses | undefined,
): Promise<readonly string[]> {
  const addresses = [cdnUrl];
  if (store !== undefined) addresses.push(await store.addressOf(ANY_KEY, ANY_TERMS));
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}
