import { randomBytes } from 'node:crypto';

/** Placeholder in a request. Each request sent gets a different value of the same length. */
export const SERIAL = '<serial-->';

const ADDED_BY_NODE = new Set(['connection', 'date', 'keep-alive']);

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: readonly (string | Uint8Array)[];
}

/** What a client sends, one request after the other. */
export interface RequestSource {
  /** The bytes of the next request. */
  next(): readonly Uint8Array[];
}

/** Different requests in turn, again and again. */
export class RequestCycle implements RequestSource {
  private sent = 0;

  constructor(private readonly requests: readonly RequestSource[]) {}

  next(): readonly Uint8Array[] {
    const request = this.requests[this.sent % this.requests.length];
    this.sent += 1;
    return request?.next() ?? [];
  }
}

/** The bytes of an HTTP request that is sent repeatedly. */
export class RequestBytes implements RequestSource {
  private readonly pieces: readonly (string | Uint8Array)[];

  constructor({ method, path, headers = {}, body = [] }: HttpRequest) {
    const length = body.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    const all = { Host: 'localhost', ...headers, ...(length > 0 && { 'Content-Length': String(length) }) };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    const pieces = [`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, ...body];
    this.pieces = pieces.map((piece) =>
      typeof piece === 'string' && !piece.includes(SERIAL) ? Buffer.from(piece) : piece,
    );
  }

  next(): readonly Uint8Array[] {
    return this.pieces.map((piece) => (typeof piece === 'string' ? serialized(piece) : piece));
  }
}

function serialized(text: string): Uint8Array {
  return Buffer.from(text.replaceAll(SERIAL, randomBytes(SERIAL.length / 2).toString('hex')));
}

/** Headers of a response without those that Node adds itself, and without others, as alternating names and values. */
export function headersOf({ headers }: Response, others: readonly string[] = []): readonly string[] {
  return [...headers].filter(([name]) => !ADDED_BY_NODE.has(name) && !others.includes(name)).flat();
}
