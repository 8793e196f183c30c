import type { ServerResponse } from 'node:http';

/** Answers with a JSON value, 200 unless the response has another status. */
export function sendJson(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  // Node sends a text together with the headers, in one write.
  response.end(body);
}
