import type { ServerResponse } from 'node:http';
import { quickCoding } from '../messages/negotiation.js';
import { quicklyCoded } from './quick-coding.js';

/** A smaller body fits in one packet with its headers. */
const WORTHWHILE = 1_024;

/** Sends a body that is whole in memory, compressed if the client accepts it and the size makes it worthwhile. */
export async function sendWhole(response: ServerResponse, body: string | Uint8Array): Promise<void> {
  const length = Buffer.byteLength(body);
  const isBare = length < WORTHWHILE || response.req.method === 'HEAD';
  const coding = isBare ? 'identity' : quickCoding(response.req);
  if (coding === 'identity') {
    response.setHeader('Content-Length', length);
    response.end(body); // Node writes a string together with the headers
    return;
  }
  const coded = await quicklyCoded(typeof body === 'string' ? Buffer.from(body) : body, coding);
  response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', coded.length);
  response.end(coded);
}
