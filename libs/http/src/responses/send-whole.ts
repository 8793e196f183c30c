import type { ServerResponse } from 'node:http';
import { quickCoding } from '../messages/negotiation.js';
import { quicklyCoded } from './quick-coding.js';

/** A smaller body fits in one packet with its headers. */
const WORTHWHILE = 1_024;

type Piece = string | Uint8Array;

/** Sends a body that is whole in memory, compressed if the client accepts it and the size makes it worthwhile. */
export async function sendWhole(response: ServerResponse, pieces: readonly Piece[]): Promise<void> {
  const length = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
  const isBare = length < WORTHWHILE || response.req.method === 'HEAD';
  const coding = isBare ? 'identity' : quickCoding(response.req);
  if (coding === 'identity') {
    response.setHeader('Content-Length', length);
    // Not joined: Node sends them together with the headers, and a long copy would be garbage.
    for (const piece of pieces.slice(0, -1)) response.write(piece);
    response.end(pieces.at(-1));
    return;
  }
  const coded = await quicklyCoded(joined(pieces), coding);
  response.setHeader('Content-Encoding', coding);
  response.setHeader('Content-Length', coded.length);
  response.end(coded);
}

const joined = (pieces: readonly Piece[]): Uint8Array =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
