import { Agent, request as send, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { ServerProcess } from '@cairn/harness';
import type { FuzzRequest } from './requests.js';

/** Longer than any response may take, to distinguish a hang from a slow response. */
const HANG_MS = 10_000;

export interface FuzzResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly durationMs: number;
}

/** Sends requests unchanged, unlike `fetch`, which normalizes them. */
export class HttpClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });

  /** @param server It has the targets of requests below its own path. */
  constructor(private readonly server: Pick<ServerProcess, 'address' | 'target'>) {}

  /** Resolves to the response with its body decompressed. Rejects if there is none. */
  async send(request: FuzzRequest): Promise<FuzzResponse> {
    const startedAt = performance.now();
    const { hostname, port } = new URL(this.server.address);
    return await new Promise<FuzzResponse>((resolve, reject) => {
      const { method, target, headers, body } = request;
      const length = body === undefined ? {} : { 'content-length': body.length };
      const outgoing = send({
        hostname,
        port,
        method,
        path: this.server.target(target),
        headers: { ...headers, ...length },
        agent: this.agent,
        setHost: true,
      });
      outgoing.setTimeout(HANG_MS, () => outgoing.destroy(new Error(`no response within ${HANG_MS} ms`)));
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        // The server may close an idle keep-alive connection just as it is reused. That is not a fault: retry.
        if (outgoing.reusedSocket && error.code === 'ECONNRESET') this.send(request).then(resolve, reject);
        else reject(error);
      });
      outgoing.once('response', (response) => {
        read(response).then(
          (bytes) =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: bytes,
              durationMs: performance.now() - startedAt,
            }),
          reject,
        );
      });
      outgoing.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}

async function read(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  switch (bytes.length === 0 ? undefined : response.headers['content-encoding']) {
    case 'gzip':
      return gunzipSync(bytes);
    case 'br':
      return brotliDecompressSync(bytes);
    case 'deflate':
      return inflateSync(bytes);
    default:
      return bytes;
  }
}
