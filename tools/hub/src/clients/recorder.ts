import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { summaryOf, type Answered } from './answered.js';

/** A request as a client sent it, and what of the answer matters to the client. */
export interface Exchange {
  /** The command or call that sent it. */
  readonly from: string;
  readonly method: string;
  /** With the query as it was on the wire. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. Absent if there was none. */
  readonly body?: string;
  readonly answered: Answered;
}

/** Differ with every run, and are added by whoever sends the request again. */
const OF_THE_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** here-cli also asks for its token, at a service that is gone; it takes any answer. */
const OF_THE_HUB = '/hub';

/** A client in another process tells here what sends the requests from now on. */
const CONTROL = '/recorder';

/** Stands between a client and the server, and keeps what passes. */
export class Recorder {
  readonly exchanges: Exchange[] = [];
  private from = '';

  private constructor(
    private readonly server: Server,
    private readonly target: string,
    private readonly secret: string,
  ) {}

  /** `secret` is written as `{key}` in what is kept. */
  static async start(target: string, secret: string): Promise<Recorder> {
    const recorder = new Recorder(createServer(), target, secret);
    recorder.server.on('request', (request, response) => {
      recorder.answer(request, response).catch((error: unknown) => response.destroy(Error(String(error))));
    });
    recorder.server.listen(0, '127.0.0.1');
    await once(recorder.server, 'listening');
    return recorder;
  }

  get address(): string {
    const bound = this.server.address();
    return `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`;
  }

  /** What sends the requests from now on. */
  use(from: string): void {
    this.from = from;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.address);
    if (pathname === CONTROL) {
      this.use(searchParams.get('from') ?? '');
      response.writeHead(204).end();
      return;
    }
    const { status, type, text } = await this.pass(request);
    response.writeHead(status, type === null ? {} : { 'content-type': type }).end(text);
  }

  private async pass(request: IncomingMessage) {
    const { from } = this;
    const { method = '', url: path = '' } = request;
    const sent = await buffer(request);
    const headers = headersOf(request);
    const hasBody = sent.length > 0;
    const response = await fetch(this.target + path, { method, headers, ...(hasBody && { body: sent }) });
    const { status } = response;
    const text = await response.text();
    if (path.startsWith(OF_THE_HUB))
      this.exchanges.push({
        from,
        method,
        path,
        headers: this.withoutSecret(headers),
        ...(hasBody && { body: plain(sent, headers) }),
        answered: summaryOf(status, text),
      });
    return { status, type: response.headers.get('content-type'), text };
  }

  private withoutSecret(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const entries = Object.entries(headers);
    return Object.fromEntries(entries.map(([name, value]) => [name, value.replace(this.secret, '{key}')]));
  }
}

function plain(sent: Buffer, headers: Readonly<Record<string, string>>): string {
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString();
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      OF_THE_CONNECTION.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}
