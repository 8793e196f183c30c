import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.js';
import type { Log } from '../../logging/log.js';
import { answerRaw } from '../../errors/raw-answer.js';
import { HttpError } from '../../errors/http-error.js';

/** How many refused connections wait at once for their clients to read why; the others end at once. */
const MAX_REFUSED = 100;

interface ConnectionLimitsOptions {
  readonly limits: Pick<Limits, 'connections' | 'connectionsPerAddress'>;
  /** Whether an address is a proxy's, behind which there are many clients. */
  readonly isProxy: (address: string) => boolean;
  readonly logRequest: Log['logRequest'];
}

/** Lets in as many connections as may be open, in all and from one address; the others are told so and ended. */
export class ConnectionLimits {
  private readonly byAddress = new Map<string, number>();
  private open = 0;
  private refused = 0;

  constructor(private readonly options: ConnectionLimitsOptions) {}

  /** Stands before the parser, so that a refused connection costs no more than its answer. */
  guard(server: Server): void {
    const [serve] = server.listeners('connection');
    server.removeAllListeners('connection').on('connection', (socket: Socket) => {
      const { remoteAddress: address = '' } = socket;
      if (!this.hasRoom(address)) this.refuse(socket);
      else {
        this.admit(socket, address);
        serve?.call(server, socket);
      }
    });
  }

  private hasRoom(address: string): boolean {
    const { limits, isProxy } = this.options;
    if (limits.connections > 0 && this.open >= limits.connections) return false;
    const { connectionsPerAddress } = limits;
    const ofAddress = this.byAddress.get(address) ?? 0;
    return connectionsPerAddress === 0 || ofAddress < connectionsPerAddress || isProxy(address);
  }

  private admit(socket: Socket, address: string): void {
    this.open += 1;
    this.byAddress.set(address, (this.byAddress.get(address) ?? 0) + 1);
    socket.once('close', () => {
      this.open -= 1;
      const left = (this.byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.byAddress.set(address, left);
      else this.byAddress.delete(address);
    });
  }

  private refuse(socket: Socket): void {
    if (this.refused >= MAX_REFUSED) {
      socket.on('error', () => undefined).destroy();
      return;
    }
    this.refused += 1;
    socket.once('close', () => (this.refused -= 1));
    answerRaw(socket, tooMany(), this.options.logRequest);
  }
}

function tooMany(): HttpError {
  return new HttpError({
    status: 503,
    code: 'too-many-connections',
    detail: 'Too many connections are open; come back in 5 s.',
    headers: { 'Retry-After': '5' },
  });
}
