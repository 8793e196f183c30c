/** The path under which files are served whatever the CDN address is, so that a CDN can fetch them from here. */
export const ORIGIN_PREFIX = '/cdn/';

/** Tells requests for hosted files from others. */
export class FileAddresses {
  private readonly host: string;
  private readonly prefix: string;

  constructor(cdnUrl: string) {
    const { host, pathname } = new URL(cdnUrl);
    this.host = host;
    this.prefix = pathname.endsWith('/') ? pathname : `${pathname}/`;
  }

  /** The part of the address behind the prefix, still percent-encoded; `undefined` for what is no file. */
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
