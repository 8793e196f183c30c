import type { RequestTransformFunction } from 'maplibre-gl';

/** What a map loads of this service is of the account of somebody else, if there is one. */
export const requestsIn = (account: string | undefined): RequestTransformFunction | undefined =>
  account === undefined
    ? undefined
    : (url) =>
        new URL(url, location.href).origin === location.origin
          ? { url, headers: { 'Cairn-Account': account } }
          : undefined;
