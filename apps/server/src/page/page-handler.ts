import { open, readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { API_SEGMENTS, baseMapData, type BaseMapSettings } from '@cairn/http/settings';
import { acceptedCoding, CONTENT_CODINGS, namesType, type ContentCoding, sendBytes } from '@cairn/http';

/** A file of the page, with its precompressed copies by content coding. */
interface PageFile {
  readonly contentType: string;
  readonly copies: Readonly<Partial<Record<ContentCoding, Copy>>> & { readonly identity: Copy };
}

interface Copy {
  readonly path: string;
  readonly size: number;
  /** The bytes of the document, which differ from those on disk. */
  readonly bytes?: Buffer;
}

const suffixes = { br: '.br', gzip: '.gz' } as const;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The files below `folder` by URL path, such as `/index.html`. Empty if the page was not built. */
async function readPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const sizes = await sizesIn(folder);
  const files = new Map<string, PageFile>();
  for (const [path, size] of sizes) {
    const contentType = contentTypes[extname(path)];
    if (contentType === undefined) continue;
    const copyOf = (coding: 'br' | 'gzip') => {
      const compressed = path + suffixes[coding];
      const compressedSize = sizes.get(compressed);
      return compressedSize === undefined ? {} : { [coding]: { path: compressed, size: compressedSize } };
    };
    const copies = { identity: { path, size }, ...copyOf('br'), ...copyOf('gzip') };
    files.set(`/${relative(folder, path).split(sep).join('/')}`, { contentType, copies });
  }
  return files;
}

async function sizesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    return new Map(await Promise.all(paths.map(async (path) => [path, (await stat(path)).size] as const)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Map();
    throw error;
  }
}

/** The first path segments of views. All views are the same document, which reads the URL itself. */
export const VIEWS = [
  '',
  'setup',
  'sign-in',
  'invite',
  'reset-password',
  'images',
  'albums',
  'shared',
  'photos',
  'look-alikes',
  'contributions',
  'trash',
  'spaces',
  'maps',
  'keys',
  'webhooks',
  'activity',
  'people',
  'account',
  'server',
];

const view = new RegExp(`^/(?:${VIEWS.join('|')})(?:/|$)`);
const ASSETS = '/assets/';
const firstSegmentOf = (path: string): string => path.split('/', 2)[1] ?? '';

interface PageOptions {
  /** The origins that images are loaded from, besides the page's own. */
  readonly imagesFrom: readonly string[];
  /** The path of the public address; empty at the root of its host. */
  readonly basePath: string;
  /** The base map, if it is not the ground. */
  readonly baseMap?: BaseMapSettings | undefined;
}

/**
 * The document for the path of the public URL. Its links begin with `./`, but it is served at the addresses of all
 * views. So it gets the path, which all addresses of the program begin with, and the base map of its maps.
 */
async function below({ basePath, baseMap }: PageOptions, { copies, ...file }: PageFile): Promise<PageFile> {
  const html = await readFile(copies.identity.path, 'utf8');
  const path = inAttribute(basePath);
  const bytes = Buffer.from(
    html
      .replaceAll(/(?<=\s(?:href|src)=")\.?\//g, `${path}/`)
      .replace('data-base-path=""', () => `data-base-path="${path}"`)
      .replace('data-base-map=""', () => `data-base-map="${inAttribute(baseMapData(baseMap))}"`),
  );
  const copyOf = (of: Buffer): Copy => ({ path: copies.identity.path, size: of.length, bytes: of });
  return {
    ...file,
    copies: { identity: copyOf(bytes), br: copyOf(brotliCompressSync(bytes)), gzip: copyOf(gzipSync(bytes)) },
  };
}

const inAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The response for a URL path. */
export interface FoundPage {
  readonly file: PageFile;
  /** 404: the document shows that the page does not exist. */
  readonly status: 200 | 404;
}

/** The web page: its document at the URL of every view, and the files that the document loads. */
export class PageHandler {
  private constructor(
    private readonly files: ReadonlyMap<string, PageFile>,
    private readonly options: PageOptions,
  ) {}

  /** Reads which files there are in `folder`. `undefined` if the page was not built. */
  static async open(folder: string, options: PageOptions): Promise<PageHandler | undefined> {
    const files = new Map(await readPageFiles(folder));
    const document = files.get('/index.html');
    if (document === undefined) return undefined;
    files.set('/index.html', await below(options, document));
    return new PageHandler(files, options);
  }

  /**
   * The file at a URL path; `undefined` if it is not part of the page. Clients that accept HTML also get the document
   * at unknown paths, except below the paths of the APIs.
   */
  find(request: IncomingMessage, path: string): FoundPage | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const document = this.files.get('/index.html');
    const file = view.test(path) ? document : this.files.get(path);
    if (file !== undefined) return { file, status: 200 };
    const isForPeople = namesType(request, 'text/html') && !path.startsWith(ASSETS);
    if (document === undefined || !isForPeople || API_SEGMENTS.has(firstSegmentOf(path))) return undefined;
    return { file: document, status: 404 };
  }

  /** The path, at the host, of the program with this name. The file name has a digest. */
  programNamed(name: string): string | undefined {
    const found = [...this.files.keys()].find(
      (path) => path.startsWith(`${ASSETS}${name}-`) && path.endsWith('.js'),
    );
    return found && this.options.basePath + found;
  }

  /** @throws if the file cannot be opened. In that case nothing has been sent. */
  async send({ file, status }: FoundPage, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const codings = CONTENT_CODINGS.filter((each) => file.copies[each] !== undefined);
    const coding = acceptedCoding(request, codings);
    const copy = file.copies[coding] ?? file.copies.identity;
    const opened = copy.bytes === undefined ? await open(copy.path) : undefined;
    response.statusCode = status;
    response.setHeaders(this.headersOf(file, request));
    if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
    response.setHeader('Content-Length', copy.size);
    if (request.method === 'HEAD') {
      await opened?.close();
      response.end();
    } else if (opened === undefined) response.end(copy.bytes);
    else await sendBytes(response, opened.createReadStream(), copy.size);
  }

  private headersOf({ contentType }: PageFile, { url = '' }: IncomingMessage): Map<string, string> {
    const headers = new Map([
      ['Content-Type', contentType],
      ['Cache-Control', url.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-store'],
      ['Vary', 'Accept-Encoding'],
      ['X-Content-Type-Options', 'nosniff'],
      // Some servers of tiles ask for the origin of the page; no more is told.
      ['Referrer-Policy', this.options.baseMap === undefined ? 'no-referrer' : 'strict-origin'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
    ]);
    // Workers use the policy of their own response.
    headers.set('Content-Security-Policy', this.policy());
    if (contentType.startsWith('text/html')) headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    return headers;
  }

  private policy(): string {
    const { imagesFrom, baseMap } = this.options;
    const mapsFrom = baseMap?.origins ?? [];
    const directives = [
      ["default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'"],
      [
        ["img-src 'self' data: blob:", ...new Set([...imagesFrom, ...mapsFrom])].join(' '),
        ["connect-src 'self'", ...mapsFrom].join(' '),
        "worker-src 'self'",
      ],
      ["manifest-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"],
    ];
    return directives.flat().join('; ');
  }
}
