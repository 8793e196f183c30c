import type { BasePath } from '../messages/base-path.js';

/** Files are always served below this path too, so that a CDN can use this server as its origin. */
export const ORIGIN_PREFIX = '/cdn/';

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };

/** Recognizes requests for hosted files. */
export class FileAddresses {
  private readonly hosts: ReadonlySet<string>;
  private readonly prefix: string;
  /** Whether files have addresses that are not below the base path. */
  private readonly isOutside: boolean;

  /** @param basePath It is cut off requests already. */
  constructor(cdnUrl: string, basePath?: Pick<BasePath, 'contains' | 'cutOff'>) {
    const { host, hostname, pathname, port, protocol } = new URL(cdnUrl);
    // Some proxies include the port even if it is the default one.
    this.hosts = new Set([host, `${hostname}:${port || DEFAULT_PORTS[protocol]}`]);
    const path = basePath?.cutOff(pathname) ?? pathname;
    this.prefix = path.endsWith('/') ? path : `${path}/`;
    this.isOutside = basePath?.contains(pathname) === false;
  }

  /** Whether a URL that is not below the base path is that of a file. */
  hasOutside(host: string | undefined, url: string): boolean {
    return this.isOutside && url.startsWith(this.prefix) && this.isOwn(host);
  }

  /** The path of the file after the prefix, still percent-encoded. `undefined` if the URL is not that of a file. */
  pathOf(host: string | undefined, url: string): string | undefined {
    // Checked first, because images may be in a folder named `cdn`.
    if (url.startsWith(this.prefix) && this.isOwn(host)) return withoutQuery(url.slice(this.prefix.length));
    if (url.startsWith(ORIGIN_PREFIX)) return withoutQuery(url.slice(ORIGIN_PREFIX.length));
    return undefined;
  }

  private isOwn(host: string | undefined): boolean {
    return host !== undefined && this.hosts.has(host.toLowerCase());
  }
}

function withoutQuery(path: string): string {
  const end = path.indexOf('?');
  return end === -1 ? path : path.slice(0, end);
}
