import { operations } from '@cairn/api-schema';

const firstSegmentOf = (path: string): string => path.split('/', 2)[1] ?? '';

/** The first segments of the paths of the APIs. */
export const API_SEGMENTS: ReadonlySet<string> = new Set(operations.map(({ path }) => firstSegmentOf(path)));

/** First path segments that the server handles itself: the APIs, files and assets of the page. */
const OWN_SEGMENTS = new Set([...API_SEGMENTS, 'cdn', 'assets']);

/**
 * The path of the public URL, such as `/photos`; empty at the root of its host. A proxy may remove this path from
 * requests or keep it; the server handles both.
 */
export class BasePath {
  readonly path: string;
  /** Whether the path can be removed safely: its first segment is none of the server's own. */
  private readonly isCut: boolean;

  constructor(baseUrl: string) {
    this.path = new URL(baseUrl).pathname.replace(/\/$/, '');
    this.isCut = this.path !== '' && !OWN_SEGMENTS.has(firstSegmentOf(this.path));
  }

  /** The path and query without the base path. */
  cutOff(url: string): string {
    if (!this.isCut || !url.startsWith(this.path)) return url;
    const rest = url.slice(this.path.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? rest : url;
  }

  /** The path for cookies, so that other services on the host do not receive them. */
  get forCookies(): string {
    return this.path === '' ? '/' : this.path;
  }
}
