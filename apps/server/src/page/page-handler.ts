import { open, readdir, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { operations } from '@cairn/api-schema';
import { acceptedCoding, CONTENT_CODINGS, namesType, type ContentCoding } from '../http/negotiation.js';
import { sendBytes } from '../http/responses/send-bytes.js';

/** A file of the page, with its precompressed copies by content coding. */
interface PageFile {
  readonly contentType: string;
  readonly copies: Readonly<Partial<Record<ContentCoding, Copy>>> & { readonly identity: Copy };
}

interface Copy {
  readonly path: string;
  readonly size: number;
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
  'images',
  'albums',
  'shared',
  'photos',
  'trash',
  'spaces',
  'keys',
  'webhooks',
  'activity',
  'account',
  'server',
];

const view = new RegExp(`^/(?:${VIEWS.join('|')})(?:/|$)`);
const ASSETS = '/assets/';
const firstSegmentOf = (path: string): string => path.split('/', 2)[1] ?? '';
const segmentsOfApis = new Set(operations.map(({ path }) => firstSegmentOf(path)));

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
    private readonly imagesFrom: string,
  ) {}

  /**
   * Reads which files there are in `folder`. `undefined` if the page was not built.
   *
   * @param imagesFrom The origins that images are loaded from, besides the page's own.
   */
  static async open(folder: string, imagesFrom: readonly string[]): Promise<PageHandler | undefined> {
    const files = await readPageFiles(folder);
    return files.has('/index.html') ? new PageHandler(files, imagesFrom.join(' ')) : undefined;
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
    if (document === undefined || !isForPeople || segmentsOfApis.has(firstSegmentOf(path))) return undefined;
    return { file: document, status: 404 };
  }

  /** The path of the program of this name, which has a digest in its own. */
  programNamed(name: string): string | undefined {
    return [...this.files.keys()].find(
      (path) => path.startsWith(`${ASSETS}${name}-`) && path.endsWith('.js'),
    );
  }

  /** @throws if the file cannot be opened. Nothing has been sent then. */
  async send({ file, status }: FoundPage, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const codings = CONTENT_CODINGS.filter((each) => file.copies[each] !== undefined);
    const coding = acceptedCoding(request, codings);
    const copy = file.copies[coding] ?? file.copies.identity;
    const opened = await open(copy.path);
    response.statusCode = status;
    response.setHeaders(this.headersOf(file, request));
    if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
    response.setHeader('Content-Length', copy.size);
    if (request.method === 'HEAD') {
      await opened.close();
      response.end();
    } else await sendBytes(response, opened.createReadStream(), copy.size);
  }

  private headersOf({ contentType }: PageFile, { url = '' }: IncomingMessage): Map<string, string> {
    const headers = new Map([
      ['Content-Type', contentType],
      ['Cache-Control', url.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-store'],
      ['Vary', 'Accept-Encoding'],
      ['X-Content-Type-Options', 'nosniff'],
      ['Referrer-Policy', 'no-referrer'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
    ]);
    // Workers use the policy of their own response.
    headers.set('Content-Security-Policy', this.policy());
    if (contentType.startsWith('text/html')) headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    return headers;
  }

  private policy(): string {
    const directives = [
      ["default-src 'none'", "script-src 'self'", "style-src 'self'", "font-src 'self'"],
      [`img-src 'self' data: blob: ${this.imagesFrom}`.trim(), "connect-src 'self'", "worker-src 'self'"],
      ["manifest-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"],
    ];
    return directives.flat().join('; ');
  }
}
