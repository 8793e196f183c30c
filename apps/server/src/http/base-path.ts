import { operations } from '@cairn/api-schema';

const firstSegmentOf = (path: string): string => path.split('/', 2)[1] ?? '';

/** The first segments of the paths of the APIs. */
export const API_SEGMENTS: ReadonlySet<string> = new Set(operations.map(({ path }) => firstSegmentOf(path)));

/** What else the server answers below: files, and those of the page. */
const OWN_SEGMENTS = new Set([...API_SEGMENTS, 'cdn', 'assets']);

/**
 * The path of the public address, such as `/photos`; empty at the root of its host. A proxy may cut it off before it passes a
 * request on, or leave it: both are the same request here.
 */
export class BasePath {
  readonly path: string;
  /** Whether a request that has it can be told from one whose path only begins so. */
  private readonly isCut: boolean;

  constructor(baseUrl: string) {
    this.path = new URL(baseUrl).pathname.replace(/\/$/, '');
    this.isCut = this.path !== '' && !OWN_SEGMENTS.has(firstSegmentOf(this.path));
  }

  /** The path and query without it. */
  cutOff(url: string): string {
    if (!this.isCut || !url.startsWith(this.path)) return url;
    const rest = url.slice(this.path.length);
    if (rest === '' || rest.startsWith('?')) return `/${rest}`;
    return rest.startsWith('/') ? rest : url;
  }

  /** The path for cookies: other services of the host do not get them. */
  get forCookies(): string {
    return this.path === '' ? '/' : this.path;
  }
}
