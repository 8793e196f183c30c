import { type HubAuth, isLoopback } from '@cairn/http/settings';

/** Where the server listens and its public URLs. Absent URLs are derived from `host`. */
export interface Reach {
  readonly host: string;
  readonly baseUrl: string | undefined;
  readonly cdnUrl: string | undefined;
}

/** Whether the server can be reached only from its own machine. A public URL, also of files, implies a reverse proxy. */
export function isForThisMachine({ host, baseUrl, cdnUrl }: Reach): boolean {
  const hosts = [baseUrl, cdnUrl].filter((url) => url !== undefined).map((url) => new URL(url).hostname);
  return [host, ...hosts].every(isLoopback);
}

/** The default: anonymous access only if the server is local. */
export function defaultHubAuth(reach: Reach): HubAuth {
  return isForThisMachine(reach) ? 'anonymous' : 'required';
}

/** The fault of a value for a server with this reach, if any. */
export function hubAuthFault(hubAuth: HubAuth | undefined, reach: Reach): string | undefined {
  return hubAuth !== 'open' || isForThisMachine(reach)
    ? undefined
    : 'CAIRN_HUB_AUTH may be open only where CAIRN_HOST and the hosts of CAIRN_BASE_URL and CAIRN_CDN_URL are loopback, for example CAIRN_HUB_AUTH=required';
}

/** The warning about a value for whoever starts the server, if any. */
export function hubAuthWarning({
  hubAuth,
  ...reach
}: Reach & { readonly hubAuth: HubAuth }): string | undefined {
  return hubAuth !== 'anonymous' || isForThisMachine(reach)
    ? undefined
    : 'CAIRN_HUB_AUTH=anonymous lets anyone who reaches this server read, change and delete the spaces that have no owner, without a key.';
}
