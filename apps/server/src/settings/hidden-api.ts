import { API_SEGMENTS, BasePath } from '@cairn/http/settings';
import { OWN_HOST, OWN_PORT } from './usual-address.js';

interface Given {
  readonly CAIRN_HOST?: string | undefined;
  readonly CAIRN_PORT?: number | undefined;
  readonly CAIRN_BASE_URL?: string | undefined;
  readonly CAIRN_CDN_URL?: string | undefined;
}

/** Whether the CDN URL would hide the API: on the same host, at the root or below a path of the API. */
export function hidesApi(given: Given): boolean {
  const { CAIRN_HOST: ownHost = OWN_HOST, CAIRN_PORT: ownPort = OWN_PORT, CAIRN_BASE_URL: baseUrl } = given;
  if (given.CAIRN_CDN_URL === undefined) return false;
  const { host, pathname } = new URL(given.CAIRN_CDN_URL);
  const apiHost = baseUrl === undefined ? `${ownHost}:${ownPort}` : new URL(baseUrl).host;
  if (host !== apiHost) return false;
  const path = baseUrl === undefined ? pathname : new BasePath(baseUrl).cutOff(pathname);
  const [, first = ''] = path.toLowerCase().split('/', 2);
  return first === '' || API_SEGMENTS.has(first);
}
