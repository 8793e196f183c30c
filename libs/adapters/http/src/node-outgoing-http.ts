import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import {
  OutgoingHttpFailed,
  type OutgoingFailure,
  type OutgoingHttp,
  type OutgoingRequest,
  type OutgoingResponse,
} from '@cairn/kernel';
import { AllowedAddresses } from './allowed-addresses.js';
import { HeldConnections } from './held-connections.js';
import { MachineResolver } from './machine-resolver.js';
import { notAllowed, parseOutgoingUrl, redirectFrom, type OutgoingUrl } from './outgoing-url.js';

export interface OutgoingHttpOptions {
  /** Allowed destinations besides public addresses; none by default. */
  readonly allowed?: AllowedAddresses | undefined;
  /** Resolves a name to addresses; by default as the machine does. */
  readonly resolve?: ((host: string) => Promise<readonly string[]>) | undefined;
  readonly userAgent?: string | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MAX_HEADER_BYTES = 16 * 1024;

/**
 * Headers that are also sent to another origin after a redirect. All others, such as a signature, are only for the
 * first origin.
 */
const FOR_EVERY_ORIGIN = new Set(['accept', 'accept-language', 'user-agent']);

/**
 * `OutgoingHttp` with Node. A name is resolved once, all its addresses are checked, and the connection is made to these
 * addresses, so that a second DNS answer cannot point elsewhere. Proxies of the environment are not used, because they
 * would resolve the name again.
 */
export class NodeOutgoingHttp implements OutgoingHttp {
  private readonly allowed: AllowedAddresses;
  private readonly connections = new HeldConnections();
  private readonly resolve: (host: string) => Promise<readonly string[]>;

  constructor(private readonly options: OutgoingHttpOptions = {}) {
    this.allowed = options.allowed ?? AllowedAddresses.parse([]);
    const machine = new MachineResolver();
    this.resolve = options.resolve ?? ((host) => machine.resolve(host));
  }

  check(url: string): void {
    parseOutgoingUrl(url, this.allowed);
  }

  async request(request: OutgoingRequest): Promise<OutgoingResponse> {
    const deadline = new Deadline(request);
    try {
      const response = await this.follow(request, deadline);
      return { ...response, body: deadline.over(response.body) };
    } catch (error) {
      deadline.end();
      throw deadline.explained(error);
    }
  }

  private async follow(request: OutgoingRequest, deadline: Deadline): Promise<OutgoingResponse> {
    const limit = request.body === undefined ? (request.maxRedirects ?? 0) : 0;
    let target = parseOutgoingUrl(request.url, this.allowed);
    for (let redirects = 0; ; redirects += 1) {
      const headers = this.headersFor(request, target.url);
      const message = await this.send(target, { ...request, headers }, deadline);
      const { statusCode: status = 0, headers: received } = message;
      if (!REDIRECTS.has(status) || received.location === undefined || limit === 0)
        return {
          url: target.url.href,
          status,
          headers: joined(received),
          body: limited(message, request.maxBytes),
        };
      message.destroy();
      if (redirects === limit)
        throw new OutgoingHttpFailed('too-many-redirects', `The server redirects more than ${limit} times.`);
      target = redirectFrom(target.url, received.location, this.allowed);
    }
  }

  private headersFor({ headers = {}, url: first }: OutgoingRequest, url: URL): Record<string, string> {
    const isFirstOrigin = url.origin === new URL(first).origin;
    const own = { 'user-agent': this.options.userAgent ?? 'Cairn', 'accept-encoding': 'identity' };
    const given = Object.entries(headers).filter(([name]) => isFirstOrigin || FOR_EVERY_ORIGIN.has(name));
    return { ...own, ...Object.fromEntries(given) };
  }

  private async send(
    { url, host }: OutgoingUrl,
    { method, headers, body, holder }: OutgoingRequest,
    { signal }: Deadline,
  ): Promise<http.IncomingMessage> {
    const addresses = await unlessAborted(this.addressesOf(host), signal);
    const { request, Agent } = url.protocol === 'https:' ? https : http;
    const at = { addresses, port: url.port === '' ? url.protocol : url.port };
    const release = await this.connections.acquire(holder, at, signal);
    return await new Promise((resolve, reject) => {
      const sent = request(url, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        agent: new Agent({ keepAlive: false }), // the default one may have the proxy of the environment
        lookup: pinned(addresses),
        maxHeaderSize: MAX_HEADER_BYTES,
        signal,
      });
      sent.on('socket', (socket) =>
        socket.once('connect', () => {
          const { remoteAddress = '' } = socket;
          if (!this.isPinned(remoteAddress, addresses))
            sent.destroy(notAllowed(`${host} is not a public address.`));
        }),
      );
      sent.once('response', resolve);
      sent.once('error', reject);
      // If the server switches protocols, Node emits neither a response nor an error.
      sent.once('close', () => {
        release();
        reject(new Error('closed without a response'));
      });
      sent.end(body);
    });
  }

  /** The addresses of a host. All of them are allowed. */
  private async addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host]; // already checked with the URL
    const addresses = await this.resolve(host).catch((error: unknown) => {
      throw new OutgoingHttpFailed('unresolvable', `No address is known for ${host}.`, { cause: error });
    });
    if (addresses.length === 0)
      throw new OutgoingHttpFailed('unresolvable', `No address is known for ${host}.`);
    if (!this.allowed.hasHost(host) && !addresses.every((address) => this.allowed.admits(address)))
      throw notAllowed(`${host} has an address that is not public.`);
    return addresses;
  }

  private isPinned(peer: string, addresses: readonly string[]): boolean {
    const plain = peer.replace(/^::ffff:(?=\d+\.)/i, '');
    return addresses.includes(plain) || this.allowed.admits(plain);
  }
}

/** A `lookup` function that returns these addresses for every name. */
function pinned(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, done) => {
    const [first] = found;
    if (all === true) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };
}

function joined(headers: http.IncomingHttpHeaders): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(headers))
    values[name] = Array.isArray(value) ? value.join(', ') : value;
  return values;
}

async function* limited(message: http.IncomingMessage, maxBytes: number): AsyncGenerator<Uint8Array, void> {
  const tooLarge = (): OutgoingHttpFailed =>
    new OutgoingHttpFailed('response-too-large', `The response is larger than ${maxBytes} bytes.`);
  try {
    if (Number(message.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
    let size = 0;
    // The iterator of a stream is not typed; without an encoding it gives buffers.
    for await (const chunk of message as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      yield chunk;
    }
  } finally {
    message.destroy();
  }
}

/** Ends a request when its time is up or it is cancelled. */
class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly cancel = (): void => this.controller.abort();

  constructor(private readonly request: OutgoingRequest) {
    // A response that nobody reads must not keep the process running.
    this.timer = setTimeout(this.cancel, request.timeoutMs).unref();
    if (request.cancellation?.aborted === true) this.cancel();
    request.cancellation?.addEventListener('abort', this.cancel);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  end(): void {
    clearTimeout(this.timer);
    this.request.cancellation?.removeEventListener('abort', this.cancel);
  }

  async *over(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    try {
      yield* body;
    } catch (error) {
      throw this.explained(error);
    } finally {
      this.end();
    }
  }

  explained(error: unknown): OutgoingHttpFailed {
    if (error instanceof OutgoingHttpFailed) return error;
    const failed = (code: OutgoingFailure, message: string): OutgoingHttpFailed =>
      new OutgoingHttpFailed(code, message, { cause: error });
    if (this.signal.aborted)
      return failed('timed-out', `The server took longer than ${this.request.timeoutMs} ms.`);
    const reason = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return failed('connection-failed', `The connection to the server failed${reason}.`);
  }
}

async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let abort = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new Error('aborted'));
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
