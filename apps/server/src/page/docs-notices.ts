import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a browser is told of all that is sent of the documentation. */
export const documentHeaders = [
  [
    'Content-Security-Policy',
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const;

const AGAIN_SECONDS = 5;

interface Notice {
  readonly status: number;
  readonly title: string;
  /** HTML. */
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Until the site is built. The browser looks again by itself. */
export const notBuilt = (basePath: string): Notice => ({
  status: 503,
  title: 'The documentation is not built yet',
  text: `<p><code>npm start</code> builds it beside the server that it starts, the first time and when it has changed. This page looks again every ${AGAIN_SECONDS} seconds.</p>
<p>Until then: <a href="${basePath}/docs/api">the API, to read and to try</a>. The pages are in the folder <code>docs</code> of the sources too.</p>`,
  headers: { 'Retry-After': String(AGAIN_SECONDS), Refresh: String(AGAIN_SECONDS) },
});

export const noSuchPage = (basePath: string): Notice => ({
  status: 404,
  title: 'The documentation has no such page',
  text: `<p><a href="${basePath}/docs/">All pages</a></p>`,
});

export function sendDocument(
  { status, title, text, headers = {} }: Notice,
  { method }: IncomingMessage,
  response: ServerResponse,
): void {
  const all = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store', ...headers };
  response.setHeaders(new Map(documentHeaders)).writeHead(status, all);
  if (method === 'HEAD') response.end();
  else
    response.end(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${text}
</main>
</body>
</html>
`);
}
