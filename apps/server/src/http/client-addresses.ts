import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

/** Determines the IP addresses of clients, also behind trusted proxies. */
export class ClientAddresses {
  private readonly isTrusted: (address: string, hop: number) => boolean;

  constructor(trustedProxies: readonly string[]) {
    this.isTrusted = proxyAddress.compile([...trustedProxies]);
  }

  /** The client's address: the last one in the `X-Forwarded-For` chain that is not a trusted proxy. */
  of(request: IncomingMessage): string {
    const { headers, socket } = request;
    if (headers['x-forwarded-for'] === undefined) return socket.remoteAddress ?? '';
    return proxyAddress(request, this.isTrusted);
  }

  isProxy(address: string): boolean {
    return this.isTrusted(address, 0);
  }
}
