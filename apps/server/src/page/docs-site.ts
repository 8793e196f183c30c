import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { HttpError, namesType } from '@cairn/http';
import * as z from 'zod';
import { documentHeaders, noSuchPage, notBuilt, sendDocument } from './docs-notices.js';
import { readPageFiles, type PageFile } from './page-files.js';
import { sendPageFile } from './send-page-file.js';

/** What the build of apps/docs says: in which folder the site is that it built last. */
const described = z.object({ folder: z.string() });

/** All below `/docs` but the page of the API, and the index for programs. */
const SITE = /^\/(?:docs(?!\/api(?:\/|$))(?:\/.*)?|llms\.txt)$/;
/** Their names have a digest. */
const ASSETS = '/assets/';

interface Site {
  readonly folder: string;
  readonly files: ReadonlyMap<string, PageFile>;
  /** When the build said so. */
  readonly builtAt: number;
}

/** The site that apps/docs builds of docs/. It may be built, or built anew, while the server runs. */
export class DocsSite {
  private site: Site | undefined;

  /** `folder` is where it is built; `basePath` is the path of the public address. */
  constructor(
    private readonly folder: string,
    private readonly basePath: string,
  ) {}

  /** Whether a request is for the site. */
  has({ method }: IncomingMessage, path: string): boolean {
    return (method === 'GET' || method === 'HEAD') && SITE.test(path);
  }

  /** @throws {HttpError} where programs ask for what is not there. */
  async send(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const site = await this.current();
    if (site === undefined) {
      sendDocument(notBuilt(this.basePath), request, response);
      return;
    }
    if (path === '/docs') {
      // Links are written from the address of the page that has them.
      response.writeHead(302, { Location: `${this.basePath}/docs/` }).end();
      return;
    }
    const name = path === '/llms.txt' ? path : path.slice('/docs'.length);
    const file = fileAt(name, site);
    if (file !== undefined) await sendFile(file, { name, site, request, response });
    else if (namesType(request, 'text/html')) sendDocument(noSuchPage(this.basePath), request, response);
    else throw noPage();
  }

  /** The site as it was last built. */
  private async current(): Promise<Site | undefined> {
    const description = join(this.folder, 'site.json');
    const builtAt = await stat(description).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (builtAt === undefined || builtAt === this.site?.builtAt) return this.site;
    const { folder } = described.parse(JSON.parse(await readFile(description, 'utf8')));
    const files = await readPageFiles(join(this.folder, folder));
    return (this.site = { folder, files, builtAt });
  }
}

/** Pages are at their names without an ending. */
const fileAt = (name: string, { files }: Site): PageFile | undefined =>
  files.get(name === '/' ? '/index.html' : name) ?? files.get(`${name}.html`);

interface Asked {
  readonly name: string;
  readonly site: Site;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function sendFile(file: PageFile, { name, site, request, response }: Asked): Promise<void> {
  const etag = `"${site.folder}"`;
  const headers = new Map([
    ...documentHeaders,
    ['Cache-Control', name.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache'],
    ['Vary', 'Accept-Encoding'],
    ['ETag', etag],
  ]);
  if (request.headers['if-none-match'] === etag) {
    response.setHeaders(headers).writeHead(304).end();
    return;
  }
  headers.set('Content-Type', file.contentType);
  await sendPageFile(file, { request, response, status: 200, headers });
}

const noPage = (): HttpError =>
  new HttpError({ status: 404, code: 'not-found', detail: 'The documentation has no such page.' });
