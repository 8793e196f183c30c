import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';

/** Knows the addresses of clients, also behind the proxies that are trusted to tell them. */
export class ClientAddresses {
  private readonly isTrusted: (address: string, hop: number) => boolean;

  constructor(trustedProxies: readonly string[]) {
    this.isTrusted = proxyAddress.compile([...trustedProxies]);
  }

  /** The address that a request comes from, as the last trusted proxy gives it. */
  of(request: IncomingMessage): string {
    return proxyAddress(request, this.isTrusted);
  }

  isProxy(address: string): boolean {
    return this.isTrusted(address, 0);
  }
}
