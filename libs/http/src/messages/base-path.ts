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
 * requests or keep it; the server handles both. Where a service has Cairn at `/media`, below a public URL of `/photos`, the proxy
 * removes `/photos` alone.
 */
export class BasePath {
  readonly path: string;
  /** Whether the path can be removed safely: no address of the service itself begins with it. */
  readonly isCut: boolean;
  /** What requests may begin with, the whole path first. */
  private readonly paths: readonly string[];
  private readonly cut: readonly string[];

  /** @param mount The end of the path that is the service's own; empty if there is none. */
  constructor(baseUrl: string, mount = '') {
    this.path = new URL(baseUrl).pathname.replace(/\/$/, '');
    this.paths = mount === '' ? [this.path] : [this.path, mount];
    this.cut = this.paths.filter(canBeCut);
    this.isCut = this.cut.includes(this.path);
  }

  /** Whether a URL is that of the base path or below it. */
  contains(url: string): boolean {
    return this.paths.some((path) => isBelow(path, url));
  }

  /** The path and query without the base path. */
  cutOff(url: string): string {
    const path = this.cut.find((one) => isBelow(one, url));
    if (path === undefined) return url;
    const rest = url.slice(path.length);
    return rest.startsWith('/') ? rest : `/${rest}`;
  }

  /** The path for cookies, so that other services on the host do not receive them. */
  get forCookies(): string {
    return this.path === '' ? '/' : this.path;
  }
}

function isBelow(path: string, url: string): boolean {
  return url.startsWith(path) && /^(?:[/?]|$)/.test(url.slice(path.length));
}

function canBeCut(path: string): boolean {
  const segments = path.split('/').slice(1);
  return path !== '' && !OWN_PATHS.some((own) => isBeginning(segments, own));
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
