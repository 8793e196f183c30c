import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { API_SEGMENTS, baseMapData, type BaseMapSettings } from '@cairn/http/settings';
import { namesType, type LinkMap, type MapProgram } from '@cairn/http';
import { readPageFiles, withText, type PageFile } from './page-files.js';
import { sendPageFile } from './send-page-file.js';

/** What the build says of a program that is not the dashboard. */
async function readProgram(folder: string, name: string): Promise<MapProgram | undefined> {
  const text = await readFile(join(folder, `${name}.json`), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { script, files } = JSON.parse(text) as {
    readonly script: string;
    readonly files: readonly string[];
  };
  return { script, files: new Map(files.map((file) => [file, join(folder, file)])) };
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
  /** Where others find what is public, if that is another address than the page's. */
  readonly publicUrl?: string | undefined;
}

/** So many documents with a base map of their own are kept, compressed. */
const KEPT_DOCUMENTS = 20;

/**
 * The document for the path of the public URL. Its links begin with `./`, but it is served at the addresses of all
 * views. So it gets the path, which all addresses of the program begin with, and the address that it gives to others.
 */
async function below(
  { basePath, publicUrl = '' }: PageOptions,
  { copies, ...file }: PageFile,
): Promise<PageFile> {
  const html = await readFile(copies.identity.path, 'utf8');
  const path = inAttribute(basePath);
  return withText(
    { ...file, copies },
    html
      .replaceAll(/(?<=\s(?:href|src)=")\.?\//g, `${path}/`)
      .replace('data-base-path=""', () => `data-base-path="${path}"`)
      .replace('data-public-url=""', () => `data-public-url="${inAttribute(publicUrl)}"`),
  );
}

const inAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

interface Asked {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly baseMap?: BaseMapSettings | undefined;
}

/** The response for a URL path. */
export interface FoundPage {
  readonly file: PageFile;
  /** 404: the document shows that the page does not exist. */
  readonly status: 200 | 404;
  /** Whether it is the document, which has maps. */
  readonly isDocument: boolean;
}

/** The web page: its document at the URL of every view, and the files that the document loads. */
export class PageHandler {
  private readonly documents = new Map<string, PageFile>();

  private constructor(
    private readonly files: ReadonlyMap<string, PageFile>,
    private readonly options: PageOptions,
    /** The program of exported maps; absent in a build without it. */
    readonly mapProgram: MapProgram | undefined,
    private readonly linkProgram: MapProgram | undefined,
  ) {}

  /** Reads which files there are in `folder`. `undefined` if the page was not built. */
  static async open(folder: string, options: PageOptions): Promise<PageHandler | undefined> {
    const files = new Map(await readPageFiles(folder));
    const document = files.get('/index.html');
    if (document === undefined) return undefined;
    files.set('/index.html', await below(options, document));
    const programs = ['exported-map', 'link-map'].map(async (name) => await readProgram(folder, name));
    const [mapProgram, linkProgram] = await Promise.all(programs);
    return new PageHandler(files, options, mapProgram, linkProgram);
  }

  /**
   * The file at a URL path; `undefined` if it is not part of the page. Clients that accept HTML also get the document
   * at unknown paths, except below the paths of the APIs.
   */
  find(request: IncomingMessage, path: string): FoundPage | undefined {
    if (request.method !== 'GET' && request.method !== 'HEAD') return undefined;
    const document = this.files.get('/index.html');
    const file = view.test(path) ? document : this.files.get(path);
    if (file !== undefined) return { file, status: 200, isDocument: file === document };
    const isForPeople = namesType(request, 'text/html') && !path.startsWith(ASSETS);
    if (document === undefined || !isForPeople || API_SEGMENTS.has(firstSegmentOf(path))) return undefined;
    return { file: document, status: 404, isDocument: true };
  }

  /** The program of the maps on pages of links. */
  get linkMap(): LinkMap {
    const { linkProgram, options } = this;
    return {
      program: linkProgram && `${options.basePath}/${linkProgram.script}`,
      files: new Set([...(linkProgram?.files.keys() ?? [])].map((file) => `/${file}`)),
    };
  }

  /**
   * `baseMap` is what the maps of a document lie on, if not on the ground. @throws if the file cannot be opened. In that case
   * nothing has been sent.
   */
  async send(
    { file: found, status, isDocument }: FoundPage,
    { request, response, baseMap }: Asked,
  ): Promise<void> {
    const file = isDocument && baseMap !== undefined ? this.documentOn(baseMap, found) : found;
    await sendPageFile(file, { request, response, status, headers: this.headersOf(file, request, baseMap) });
  }

  /** The document tells its program what maps lie on. */
  private documentOn(baseMap: BaseMapSettings, document: PageFile): PageFile {
    const data = baseMapData(baseMap);
    const known = this.documents.get(data);
    if (known !== undefined) return known;
    const text = document.copies.identity.bytes?.toString() ?? '';
    const made = withText(
      document,
      text.replace('data-base-map=""', () => `data-base-map="${inAttribute(data)}"`),
    );
    if (this.documents.size >= KEPT_DOCUMENTS) this.documents.clear();
    this.documents.set(data, made);
    return made;
  }

  private headersOf(
    { contentType }: PageFile,
    { url = '' }: IncomingMessage,
    baseMap: BaseMapSettings | undefined,
  ): Map<string, string> {
    const headers = new Map([
      ['Content-Type', contentType],
      ['Cache-Control', url.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-store'],
      ['Vary', 'Accept-Encoding'],
      ['X-Content-Type-Options', 'nosniff'],
      // Some servers of tiles ask for the origin of the page; no more is told.
      ['Referrer-Policy', baseMap === undefined ? 'no-referrer' : 'strict-origin'],
      ['Cross-Origin-Resource-Policy', 'same-origin'],
    ]);
    // Workers use the policy of their own response, which browsers keep for a year: what is of other servers, the page loads for them.
    headers.set('Content-Security-Policy', this.policy(baseMap));
    if (contentType.startsWith('text/html')) headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    return headers;
  }

  private policy(baseMap: BaseMapSettings | undefined): string {
    const { imagesFrom } = this.options;
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
