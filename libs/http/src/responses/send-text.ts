import type { ServerResponse } from 'node:http';

interface TextResponse {
  readonly status?: number | undefined;
  /** Includes the media type, if it is not that of a page. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly text: string;
}

/** Sends a text, by default a page. */
export function sendText(response: ServerResponse, { status = 200, headers = {}, text }: TextResponse): void {
  const length = Buffer.byteLength(text);
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    ...headers,
    'Content-Length': length,
  });
  response.end(text);
}

/** Sends a browser to another page after a form (RFC 9110 §15.4.4). */
export function redirectTo(response: ServerResponse, url: string): void {
  response.writeHead(303, { Location: url, 'Content-Length': 0 }).end();
}
