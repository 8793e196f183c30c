import { type HubAuth, isLoopback } from '@cairn/http/settings';
import type { PublicDoorSettings } from './public-door.js';

/** Where the server listens and its public URLs. Absent URLs are derived from `host`. */
export interface Reach {
  readonly host: string;
  readonly baseUrl: string | undefined;
  readonly cdnUrl: string | undefined;
  readonly publicDoor?: Pick<PublicDoorSettings, 'host' | 'baseUrl'> | undefined;
}

/** Whether the server can be reached only from its own machine. A public URL, also of files, implies a reverse proxy. */
export function isForThisMachine({ host, baseUrl, cdnUrl, publicDoor }: Reach): boolean {
  const urls = [baseUrl, cdnUrl, publicDoor?.baseUrl].filter((url) => url !== undefined);
  return [host, publicDoor?.host ?? host, ...urls.map((url) => new URL(url).hostname)].every(isLoopback);
}

/** The default: anonymous access only if the server is local. */
export function defaultHubAuth(reach: Reach): HubAuth {
  return isForThisMachine(reach) ? 'anonymous' : 'required';
}

/** The fault of a value for a server with this reach, if any. */
export function hubAuthFault(hubAuth: HubAuth | undefined, reach: Reach): string | undefined {
  return hubAuth !== 'open' || isForThisMachine(reach)
    ? undefined
    : 'CAIRN_HUB_AUTH may be open only where CAIRN_HOST, the hosts of CAIRN_BASE_URL and CAIRN_CDN_URL, and those of the public door are loopback, for example CAIRN_HUB_AUTH=required';
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
