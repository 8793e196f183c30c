import type { IncomingMessage } from 'node:http';
import proxyAddress from 'proxy-addr';
import { clientNetwork } from './client-network.js';

/** Identifies clients by their IP addresses, including behind trusted proxies. */
export class ClientAddresses {
  private readonly isTrusted: (address: string, hop: number) => boolean;

  constructor(trustedProxies: readonly string[]) {
    this.isTrusted = proxyAddress.compile([...trustedProxies]);
  }

  /** The network of the client: of the last address in the `X-Forwarded-For` chain that is not a trusted proxy. */
  networkOf(request: IncomingMessage): string {
    const { headers, socket } = request;
    const isForwarded = headers['x-forwarded-for'] !== undefined;
    return clientNetwork(isForwarded ? proxyAddress(request, this.isTrusted) : (socket.remoteAddress ?? ''));
  }

  isProxy(address: string): boolean {
    return this.isTrusted(address, 0);
  }
}
