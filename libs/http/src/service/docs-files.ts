import { createReadStream } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { HttpError } from '../messages/http-error.js';
import { DOCS_ASSETS, DOCS_SCRIPT, docsScript } from './docs-page.js';

const TYPES = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' };
/** Of Swagger UI. */
const FILES: ReadonlyMap<string, string> = new Map([
  [`${DOCS_ASSETS}/swagger-ui.css`, TYPES.css],
  [`${DOCS_ASSETS}/swagger-ui-bundle.js`, TYPES.js],
]);
/** What leads to the page: where it is the only one, and where no site of documentation is before it. */
const WAYS = new Set(['/', '/docs', '/docs/']);
const PACKAGE = 'swagger-ui-dist/package.json';

/** The root is no address of this where others have theirs below the same path. */
const isDocs = (path: string): boolean => path !== '/' && WAYS.has(path);

/** What the page of the API document consists of, besides the page itself, and the ways to it. */
export class DocsFiles {
  private readonly require = createRequire(import.meta.url);

  constructor(private readonly basePath: string) {}

  /** Whether one of the files is at a path. */
  has(path: string): boolean {
    return path === DOCS_SCRIPT || FILES.has(path) || isDocs(path);
  }

  /** Sends what is at a path; `undefined` if there is nothing. @throws {HttpError} 405 for another method than GET. */
  send(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    if (!WAYS.has(path) && !this.has(path)) return undefined;
    return this.sendFile(path, request, response);
  }

  private async sendFile(
    path: string,
    { method, headers }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (method !== 'GET' && method !== 'HEAD') throw methodNotAllowed();
    if (WAYS.has(path)) {
      response.writeHead(302, { Location: `${this.basePath}/docs/api` }).end();
      return;
    }
    const type = FILES.get(path);
    if (type === undefined) {
      response.writeHead(200, { 'Content-Type': TYPES.js, 'Cache-Control': 'no-cache' });
      response.end(docsScript(this.basePath));
      return;
    }
    const etag = `"${(this.require(PACKAGE) as { readonly version: string }).version}"`; // npm requires one
    const cached = { ETag: etag, 'Cache-Control': 'public, max-age=86400' };
    if (headers['if-none-match'] === etag) {
      response.writeHead(304, cached).end();
      return;
    }
    response.writeHead(200, { ...cached, 'Content-Type': type });
    const file = join(dirname(this.require.resolve(PACKAGE)), path.slice(DOCS_ASSETS.length));
    if (method === 'HEAD') response.end();
    else await pipeline(createReadStream(file), response);
  }
}

const methodNotAllowed = (): HttpError =>
  new HttpError({
    status: 405,
    code: 'method-not-allowed',
    detail: 'This address accepts GET, HEAD only.',
    headers: { Allow: 'GET, HEAD' },
  });
