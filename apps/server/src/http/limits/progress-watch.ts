import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.js';
import { HttpError } from '../../errors/http-error.js';
import { sendHttpError } from '../../errors/send-http-error.js';

const MAX_LOOK_MS = 5_000;

const WATCHED = Symbol('watched');

/** A connection that carries what is known of it: a map beside it would cost every request a look-up. */
interface WatchedSocket extends Socket {
  [WATCHED]?: Watched;
}

/** The latest request of a connection, and how it moved when it was last looked at. */
interface Watched {
  readonly socket: Socket;
  request: IncomingMessage;
  response: ServerResponse;
  moved: string;
  stillMs: number;
  body: { readonly of: IncomingMessage; readonly from: number; ms: number } | undefined;
}

/**
 * Ends exchanges whose client does not keep up. It looks at all connections every few seconds, so that a request costs
 * nothing but to be noted. Time in which the server itself reads or sends nothing does not count.
 */
export class ProgressWatch {
  private readonly connections = new Set<Watched>();
  private readonly timer: NodeJS.Timeout;
  private lookedAt = performance.now();

  constructor(private readonly limits: Pick<Limits, 'stallMs' | 'bodyBytesPerSecond'>) {
    this.timer = setInterval(() => this.look(), Math.min(MAX_LOOK_MS, limits.stallMs / 6)).unref();
  }

  /** Notes that a request came. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const socket: WatchedSocket = request.socket;
    const watched = socket[WATCHED];
    if (watched === undefined) {
      this.connections.add(
        (socket[WATCHED] = { socket, request, response, moved: '', stillMs: 0, body: undefined }),
      );
      return;
    }
    watched.request = request;
    watched.response = response;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = performance.now();
    const passedMs = now - this.lookedAt;
    this.lookedAt = now;
    for (const watched of this.connections) {
      if (watched.socket.destroyed) this.connections.delete(watched);
      else this.judge(watched, passedMs);
    }
  }

  private judge(watched: Watched, passedMs: number): void {
    const { socket, request } = watched;
    const receives = !request.complete && request.readableFlowing === true && request.readableLength === 0;
    const moved = receives ? `in ${socket.bytesRead}` : `out ${socket.bytesWritten} ${unsent(socket)}`;
    const waits = receives || unsent(socket) !== '0 0';
    watched.stillMs = waits && moved === watched.moved ? watched.stillMs + passedMs : 0;
    watched.moved = moved;
    const tooSlow = receives && this.isBodyLate(watched, passedMs);
    if (tooSlow || watched.stillMs >= this.limits.stallMs) end(watched);
  }

  private isBodyLate(watched: Watched, passedMs: number): boolean {
    const { socket, request } = watched;
    if (watched.body?.of !== request) watched.body = { of: request, from: socket.bytesRead, ms: 0 };
    else watched.body.ms += passedMs;
    const received = socket.bytesRead - watched.body.from;
    const { stallMs, bodyBytesPerSecond } = this.limits;
    return watched.body.ms > stallMs + (received / bodyBytesPerSecond) * 1_000;
  }
}

/** The request that a connection is about: the latest one, whether it is over or not. */
export function latestOf(socket: WatchedSocket): Pick<Watched, 'request' | 'response'> | undefined {
  return socket[WATCHED];
}

function end({ socket, request, response }: Watched): void {
  if (request.complete || response.headersSent) {
    socket.destroy();
    return;
  }
  const detail = 'The body came too slowly, or stopped coming.';
  const headers = { Connection: 'close' };
  sendHttpError(request, response, new HttpError({ status: 408, code: 'request-timeout', detail, headers }));
}

/** How much the peer has yet to take: in Node, and of the piece that Node is about to write. */
function unsent(socket: Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }): string {
  return `${socket.writableLength} ${socket._handle?.writeQueueSize ?? 0}`;
}
