import type { ServerResponse } from 'node:http';
import { decompressedSizes } from './decompressed-sizes.js';

const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'] as const;

/** Sends a JSON value with the status of the response, 200 by default. */
export function sendJson(response: ServerResponse, value: unknown): void {
  const body = JSON.stringify(value);
  const length = Buffer.byteLength(body);
  const sizes = decompressedSizes(response, length);
  response.writeHead(response.statusCode, [...JSON_TYPE, 'Content-Length', String(length), ...sizes]);
  // A string, not a Buffer: Node writes it together with the headers.
  response.end(body);
}
