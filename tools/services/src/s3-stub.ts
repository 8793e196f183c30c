import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { failure, StubBucket, type BucketAnswer, type BucketRequest } from './s3-stub-bucket.js';
import type { TestS3 } from './s3.js';

/**
 * A fault instead of a response: another response; a connection closed before or after the work is done; no response;
 * a response that announces all bytes, sends some, then closes or stalls.
 */
export type S3Fault =
  | { readonly kind: 'answers'; readonly status: number; readonly code: string }
  | { readonly kind: 'closes'; readonly work: 'undone' | 'done' }
  | { readonly kind: 'hangs' }
  | { readonly kind: 'ends-short' | 'stalls'; readonly afterBytes: number };

/** An S3 server in this process that fails on demand. Passing on it says nothing about real servers. */
export class S3Stub implements TestS3 {
  readonly name = 'a stub';
  /** Called for each request. */
  fault: (request: BucketRequest) => S3Fault | undefined = () => undefined;
  /** Whether it honours `If-None-Match: *` on puts. */
  keepsConditions = true;
  /** Whether it honours `Range`, instead of sending everything. */
  keepsRanges = true;
  /** Every request so far, as `PUT key`. */
  readonly requests: string[] = [];
  private readonly buckets = new Map<string, StubBucket>();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => void this.serve(request, response));
  }

  static async start(): Promise<S3Stub> {
    const stub = new S3Stub(createServer());
    stub.server.listen(0, '127.0.0.1');
    await once(stub.server, 'listening');
    return stub;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async fresh(): Promise<string> {
    const name = `stub-${randomBytes(8).toString('hex')}`;
    this.buckets.set(name, new StubBucket());
    return `s3://key:secret@127.0.0.1:${this.port}/${name}?tls=false`;
  }

  async close(): Promise<void> {
    this.buckets.clear();
    this.requests.length = 0;
    this.fault = () => undefined;
    this.keepsConditions = true;
    this.keepsRanges = true;
  }

  /** Number of objects and unfinished uploads in all buckets. */
  get contents(): { readonly objects: number; readonly uploads: number } {
    const all = [...this.buckets.values()];
    return {
      objects: all.reduce((sum, { objects }) => sum + objects.size, 0),
      uploads: all.reduce((sum, { uploads }) => sum + uploads.size, 0),
    };
  }

  /** Number of open connections, including idle ones. */
  async connections(): Promise<number> {
    return await promisify(this.server.getConnections.bind(this.server))();
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stub');
    const [bucket = '', ...key] = decodeURIComponent(url.pathname).slice(1).split('/');
    const { method = '' } = request;
    const headers = { ...request.headers };
    if (!this.keepsConditions) delete headers['if-none-match'];
    if (!this.keepsRanges) delete headers.range;
    const body = await bodyOf(request).catch(() => undefined);
    if (body === undefined) return;
    const asked = { method, key: key.join('/'), query: url.searchParams, headers, body };
    this.requests.push(`${method} ${asked.key}`);
    const fault = this.fault({ ...asked, headers: request.headers });
    if (fault?.kind === 'hangs') return;
    if (fault?.kind === 'answers') return void write(response, failure(fault.status, fault.code));
    if (fault?.kind === 'closes' && fault.work === 'undone') return void request.socket.destroy();
    const answer = this.buckets.get(bucket)?.answer(asked) ?? failure(404, 'NoSuchBucket');
    if (fault?.kind === 'closes') return void request.socket.destroy();
    if (fault === undefined) return void write(response, answer);
    const whole = Buffer.from(answer.body ?? '');
    response.writeHead(answer.status, { ...answer.headers, 'content-length': whole.length });
    response.write(whole.subarray(0, fault.afterBytes), () => {
      if (fault.kind === 'ends-short') request.socket.destroySoon();
    });
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}

function write(response: ServerResponse, { status, headers = {}, body = '' }: BucketAnswer): void {
  const isBare = status === 204;
  response.writeHead(status, { ...headers, ...(!isBare && { 'content-length': Buffer.byteLength(body) }) });
  response.end(isBare ? undefined : body);
}
