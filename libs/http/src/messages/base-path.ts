import { operations } from '@cairn/api-schema';

const firstSegmentOf = (path: string): string => path.split('/', 2)[1] ?? '';

/** The first segments of the paths of the APIs. */
export const API_SEGMENTS: ReadonlySet<string> = new Set(operations.map(({ path }) => firstSegmentOf(path)));

/** What the service has, in segments: `{name}` is any. Below `cdn` and `assets` everything is its own. */
const OWN_PATHS = [...operations.map(({ path }) => path), '/cdn', '/assets'].map((path) =>
  path.split('/').slice(1),
);

/**
 * The path of the public URL, such as `/photos`; empty at the root of its host. A proxy may remove this path from
 * requests or keep it; the server handles both.
 */
export class BasePath {
  readonly path: string;
  /** Whether the path can be removed safely: no address of the service itself begins with it. */
  readonly isCut: boolean;

  constructor(baseUrl: string) {
    this.path = new URL(baseUrl).pathname.replace(/\/$/, '');
    const segments = this.path.split('/').slice(1);
    this.isCut = this.path !== '' && !OWN_PATHS.some((own) => isBeginning(segments, own));
  }

  /** Whether a URL is that of the base path or below it. */
  contains(url: string): boolean {
    return url.startsWith(this.path) && /^(?:[/?]|$)/.test(url.slice(this.path.length));
  }

  /** The path and query without the base path. */
  cutOff(url: string): string {
    if (!this.isCut || !this.contains(url)) return url;
    const rest = url.slice(this.path.length);
    return rest.startsWith('/') ? rest : `/${rest}`;
  }

  /** The path for cookies, so that other services on the host do not receive them. */
  get forCookies(): string {
    return this.path === '' ? '/' : this.path;
  }
}

/** Whether an address of the service may begin with these segments. */
function isBeginning(segments: readonly string[], own: readonly string[]): boolean {
  const [first = ''] = own;
  if (first === 'cdn' || first === 'assets') return segments[0]?.toLowerCase() === first;
  return (
    segments.length <= own.length &&
    segments.every((segment, index) => {
      const of = own[index] ?? '';
      return of.startsWith('{') || of.toLowerCase() === segment.toLowerCase();
    })
  );
}
