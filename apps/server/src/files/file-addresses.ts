/** Files are always served below this path too, so that a CDN can use this server as its origin. */
export const ORIGIN_PREFIX = '/cdn/';

/** Recognizes requests for hosted files. */
export class FileAddresses {
  private readonly host: string;
  private readonly prefix: string;

  constructor(cdnUrl: string) {
    const { host, pathname } = new URL(cdnUrl);
    this.host = host;
    this.prefix = pathname.endsWith('/') ? pathname : `${pathname}/`;
  }

  /** The path of the file after the prefix, still percent-encoded. `undefined` if the URL is not that of a file. */
  pathOf(host: string | undefined, url: string): string | undefined {
    if (url.startsWith(ORIGIN_PREFIX)) return withoutQuery(url.slice(ORIGIN_PREFIX.length));
    if (host === this.host && url.startsWith(this.prefix)) return withoutQuery(url.slice(this.prefix.length));
    return undefined;
  }
}

function withoutQuery(path: string): string {
  const end = path.indexOf('?');
  return end === -1 ? path : path.slice(0, end);
}
