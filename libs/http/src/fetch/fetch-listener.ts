import { IncomingMessage, ServerResponse, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** Answers of these statuses have no body, and `Response` takes none for them. */
const BODILESS = new Set([101, 204, 205, 304]);
/** They are of one connection: there is none behind a `Response`. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'trailer']);

/** Options of the requests that are answered. */
export interface FetchOptions {
  /** The address of the client, by which those without a key are limited; by default that of this machine. */
  readonly client?: ((request: Request) => string) | undefined;
}

/**
 * The listener of an HTTP server as a function from `Request` to `Response`, for frameworks that have these. Bodies of
 * both are streams: a slow reader holds up the listener, and one that leaves ends its work. Rejects if the listener ends
 * the connection before it answers.
 */
export function fetchListener(
  listener: RequestListener,
  { client = () => '127.0.0.1' }: FetchOptions = {},
): (request: Request) => Promise<Response> {
  return async (request) =>
    await new Promise<Response>((resolve, reject) => {
      const answer = new Answer(resolve, reject, request.method);
      const incoming = incomingOf(request, Object.assign(answer, { remoteAddress: client(request) }));
      const response = new ServerResponse(incoming);
      response.useChunkedEncodingByDefault = false; // the body is written as it is, and ends with the connection
      response.shouldKeepAlive = false;
      response.assignSocket(asSocket(answer));
      answer.on('drain', () => response.emit('drain'));
      response.once('finish', () => answer.end());
      answer.once('close', () => {
        if (!incoming.complete) incoming.destroy();
      });
      request.signal.addEventListener('abort', () => answer.destroy(), { once: true });
      listener(incoming, response);
    });
}

// The cast is safe enough: of a socket, messages use what a Duplex has, and its address.
const asSocket = (duplex: Duplex): Socket => duplex as unknown as Socket;

/** What the listener writes: heads, and behind the last one the body. */
class Answer extends Duplex {
  private head = Buffer.alloc(0);
  private isInBody = false;
  private body: ReadableStreamDefaultController<Uint8Array> | undefined;
  private more: (() => void) | undefined;

  constructor(
    private readonly answered: (response: Response) => void,
    private readonly failed: (error: Error) => void,
    private readonly method: string,
  ) {
    super({ allowHalfOpen: true, emitClose: true });
  }

  override _read(): void {}

  /** A socket has it. How long a connection may rest is for the server before to say. */
  setTimeout(): this {
    return this;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, taken: () => void): void {
    if (this.isInBody) this.pass(chunk, taken);
    else {
      this.head = Buffer.concat([this.head, chunk]);
      this.readHeads(taken);
    }
  }

  override _final(done: () => void): void {
    this.body?.close();
    this.body = undefined;
    done();
    this.destroy();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const reason = error ?? new Error('The connection was closed before the answer was complete.');
    this.body?.error(reason);
    if (!this.isInBody) this.failed(reason);
    this.more?.();
    done(null);
  }

  /** Interim answers, such as 100, are passed over. */
  private readHeads(taken: () => void): void {
    const end = this.head.indexOf('\r\n\r\n');
    if (end < 0) {
      taken();
      return;
    }
    const [first = '', ...lines] = this.head.toString('latin1', 0, end).split('\r\n');
    const rest = this.head.subarray(end + 4);
    const status = Number(first.split(' ')[1]);
    this.head = rest;
    if (status < 200) {
      this.readHeads(taken);
      return;
    }
    this.isInBody = true;
    const hasBody = this.method !== 'HEAD' && !BODILESS.has(status);
    this.answered(new Response(hasBody ? this.stream() : null, { status, headers: headersOf(lines) }));
    this.pass(rest, taken);
  }

  private stream(): ReadableStream<Uint8Array> {
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.body = controller),
        pull: () => {
          const { more } = this;
          this.more = undefined;
          more?.();
        },
        cancel: () => {
          this.body = undefined;
          this.destroy();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Waits for the reader to ask for more. */
  private pass(chunk: Buffer, taken: () => void): void {
    if (this.body === undefined || chunk.length === 0) {
      taken();
      return;
    }
    this.body.enqueue(chunk);
    if ((this.body.desiredSize ?? 0) > 0) taken();
    else this.more = taken;
  }
}

function headersOf(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon);
    if (!OF_CONNECTION.has(name.toLowerCase())) headers.append(name, line.slice(colon + 1).trim());
  }
  return headers;
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** The message of a request. Its body is read when the listener reads it. */
function incomingOf(request: Request, socket: Duplex): IncomingMessage {
  const incoming = new IncomingMessage(asSocket(socket));
  const { pathname, search, host } = new URL(request.url);
  incoming.method = request.method;
  incoming.url = pathname + search;
  incoming.httpVersion = '1.1';
  incoming.httpVersionMajor = 1;
  incoming.httpVersionMinor = 1;
  // A `Request` does not have the host as a header.
  const headers = [['host', host], ...[...request.headers].filter(([name]) => name !== 'host')] as const;
  for (const [name = '', value = ''] of headers) {
    incoming.headers[name] = value;
    incoming.rawHeaders.push(name, value);
  }
  if (request.body !== null && !request.headers.has('content-length')) {
    incoming.headers['transfer-encoding'] = 'chunked'; // so that there is a body
    incoming.rawHeaders.push('transfer-encoding', 'chunked');
  }
  // DOM's type of a body does not say what it is made of.
  const body: ReadableStream<Uint8Array> | null = request.body;
  const mayBeForm = body !== null && isOfBytes(body);
  const reader = body?.getReader();
  const end = (): void => {
    incoming.complete = true;
    incoming.push(null);
  };
  const read = incoming._read.bind(incoming);
  incoming._read = (size) => {
    read(size); // it has the message read on by itself from then on
    if (reader === undefined) end();
    else
      reader.read().then(
        ({ done, value }) => (done ? end() : incoming.push(bufferOf(value))), // as a connection gives them
        (error: unknown) => incoming.destroy(error instanceof Error ? error : new Error(String(error))),
      );
  };
  incoming.once('close', () => {
    if (reader === undefined) return;
    if (mayBeForm) reader.releaseLock();
    else reader.cancel().catch(() => undefined);
  });
  return incoming;
}

/**
 * Whether a stream is one of bytes, such as that of a form. Such a one is not cancelled: Node before 24.22 goes on to enqueue
 * what is left of a form, which ends the process. Whoever made the request ends what was not read.
 */
function isOfBytes(stream: ReadableStream<Uint8Array>): boolean {
  try {
    stream.getReader({ mode: 'byob' }).releaseLock();
    return true;
  } catch {
    return false;
  }
}
