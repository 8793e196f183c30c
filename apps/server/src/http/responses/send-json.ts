import type { ServerResponse } from 'node:http';

/** Sends a JSON value with the status of the response, 200 by default. */
export function sendJson(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  // A string, not a Buffer: Node writes it together with the headers.
  response.end(body);
}
