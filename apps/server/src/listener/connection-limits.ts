import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '@cairn/http/settings';
import { sendRawError, HttpError, clientNetwork } from '@cairn/http';
import type { Log } from '../logging/log.js';

/** At most this many rejected connections stay open for their clients to read the error. Others are closed at once. */
const MAX_REJECTED = 100;

interface ConnectionLimitsOptions {
  readonly limits: Pick<Limits, 'connections' | 'connectionsPerAddress'>;
  /** Proxies have no limit per address, because many clients share them. */
  readonly isProxy: (address: string) => boolean;
}

/** Limits open connections, in total over all listeners and per network of a client. Others get an error response and are closed. */
export class ConnectionLimits {
  private readonly byNetwork = new Map<string, number>();
  private open = 0;
  private rejected = 0;

  constructor(private readonly options: ConnectionLimitsOptions) {}

  /** Runs before the HTTP parser, so that rejecting a connection is cheap. */
  guard(server: Server, logRequest: Log['logRequest']): void {
    const [accept] = server.listeners('connection');
    server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      const { remoteAddress: address = '' } = socket;
      const network = clientNetwork(address);
      if (!this.hasRoom(address, network)) this.reject(socket, logRequest);
      else {
        this.track(socket, network);
        accept?.call(server, socket);
      }
    });
  }

  private hasRoom(address: string, network: string): boolean {
    const { limits, isProxy } = this.options;
    if (limits.connections > 0 && this.open >= limits.connections) return false;
    const { connectionsPerAddress } = limits;
    const ofNetwork = this.byNetwork.get(network) ?? 0;
    return connectionsPerAddress === 0 || ofNetwork < connectionsPerAddress || isProxy(address);
  }

  private track(socket: Socket, network: string): void {
    this.open += 1;
    this.byNetwork.set(network, (this.byNetwork.get(network) ?? 0) + 1);
    socket.once('close', () => {
      this.open -= 1;
      const left = (this.byNetwork.get(network) ?? 1) - 1;
      if (left > 0) this.byNetwork.set(network, left);
      else this.byNetwork.delete(network);
    });
  }

  private reject(socket: Socket, logRequest: Log['logRequest']): void {
    if (this.rejected >= MAX_REJECTED) {
      socket.on('error', () => undefined).destroy();
      return;
    }
    this.rejected += 1;
    socket.once('close', () => (this.rejected -= 1));
    sendRawError(socket, tooMany(), logRequest);
  }
}

function tooMany(): HttpError {
  return new HttpError({
    status: 503,
    code: 'too-many-connections',
    detail: 'Too many connections are open; try again in 5 s.',
    headers: { 'Retry-After': '5' },
  });
}
