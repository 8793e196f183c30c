import { randomBytes } from 'node:crypto';

/** Stands in a request where every single one has a text of its own. */
export const SERIAL = '<serial-->';

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: readonly (string | Uint8Array)[];
}

/** A request as it goes over the wire, again and again. */
export class RequestBytes {
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

  /** The bytes of one more request. */
  next(): readonly Uint8Array[] {
    return this.pieces.map((piece) => (typeof piece === 'string' ? serialized(piece) : piece));
  }
}

function serialized(text: string): Uint8Array {
  return Buffer.from(text.replaceAll(SERIAL, randomBytes(SERIAL.length / 2).toString('hex')));
}
