import { isLoopback } from '../http/loopback.js';

/**
 * What the spaces API lets callers without a key do: nothing (`required`), everything with the spaces that have no
 * owner (`anonymous`), or everything with every space (`open`).
 */
export type HubAuth = 'anonymous' | 'required' | 'open';

/** Where the server listens and how it is reached; addresses that are not set are made from `host`. */
export interface Reach {
  readonly host: string;
  readonly baseUrl: string | undefined;
  readonly cdnUrl: string | undefined;
}

/** Whether the server is meant for its own machine alone. A public address, of files too, means a proxy before it. */
export function isForThisMachine({ host, baseUrl, cdnUrl }: Reach): boolean {
  const hosts = [baseUrl, cdnUrl].filter((url) => url !== undefined).map((url) => new URL(url).hostname);
  return [host, ...hosts].every(isLoopback);
}

/** What holds where nothing is said: no one is let in without a key from elsewhere. */
export function defaultHubAuth(reach: Reach): HubAuth {
  return isForThisMachine(reach) ? 'anonymous' : 'required';
}

/** What is wrong with a value where the server is reached like this, if anything. */
export function hubAuthFault(hubAuth: HubAuth | undefined, reach: Reach): string | undefined {
  return hubAuth !== 'open' || isForThisMachine(reach)
    ? undefined
    : 'CAIRN_HUB_AUTH may be open only where CAIRN_HOST and the hosts of CAIRN_BASE_URL and CAIRN_CDN_URL are loopback, for example CAIRN_HUB_AUTH=required';
}

/** What whoever starts the server must know about the value, if anything. */
export function hubAuthWarning({
  hubAuth,
  ...reach
}: Reach & { readonly hubAuth: HubAuth }): string | undefined {
  return hubAuth !== 'anonymous' || isForThisMachine(reach)
    ? undefined
    : 'CAIRN_HUB_AUTH=anonymous lets anyone who reaches this server read, change and delete the spaces that have no owner, without a key.';
}
