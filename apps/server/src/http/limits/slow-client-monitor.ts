import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from './limits.js';
import { HttpError } from '../../errors/http-error.js';
import { sendHttpError } from '../../errors/send-http-error.js';

const MAX_CHECK_INTERVAL_MS = 5_000;

const WATCHED = Symbol('watched');

/** Stores the state on the socket itself, which saves a map lookup per request. */
interface WatchedSocket extends Socket {
  [WATCHED]?: Watched;
}

/** The latest request of a connection, and its progress at the last check. */
interface Watched {
  readonly socket: Socket;
  request: IncomingMessage;
  response: ServerResponse;
  progress: string;
  stalledMs: number;
  body: { readonly of: IncomingMessage; readonly from: number; ms: number } | undefined;
}

/**
 * Cuts off slow clients: those that stop reading their response, or send their request body too slowly. One timer checks
 * all connections every few seconds, which keeps the cost per request low. Time in which the server itself is not
 * reading or sending does not count.
 */
export class SlowClientMonitor {
  private readonly connections = new Set<Watched>();
  private readonly timer: NodeJS.Timeout;
  private checkedAt = performance.now();

  constructor(private readonly limits: Pick<Limits, 'stallMs' | 'bodyBytesPerSecond'>) {
    this.timer = setInterval(
      () => this.checkAll(),
      Math.min(MAX_CHECK_INTERVAL_MS, limits.stallMs / 6),
    ).unref();
  }

  /** Starts watching a request. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const socket: WatchedSocket = request.socket;
    const watched = socket[WATCHED];
    if (watched === undefined) {
      this.connections.add(
        (socket[WATCHED] = { socket, request, response, progress: '', stalledMs: 0, body: undefined }),
      );
      return;
    }
    watched.request = request;
    watched.response = response;
  }

  close(): void {
    clearInterval(this.timer);
  }

  private checkAll(): void {
    const now = performance.now();
    const passedMs = now - this.checkedAt;
    this.checkedAt = now;
    for (const watched of this.connections) {
      if (watched.socket.destroyed) this.connections.delete(watched);
      else this.check(watched, passedMs);
    }
  }

  private check(watched: Watched, passedMs: number): void {
    const { socket, request } = watched;
    const receives = !request.complete && request.readableFlowing === true && request.readableLength === 0;
    const progress = receives ? `in ${socket.bytesRead}` : `out ${socket.bytesWritten} ${unsent(socket)}`;
    const waits = receives || unsent(socket) !== '0 0';
    watched.stalledMs = waits && progress === watched.progress ? watched.stalledMs + passedMs : 0;
    watched.progress = progress;
    const tooSlow = receives && this.isBodyLate(watched, passedMs);
    if (tooSlow || watched.stalledMs >= this.limits.stallMs) end(watched);
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

/** The latest request of a connection, finished or not. */
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

/** The bytes that the client has not taken: those buffered by the stream, and those in the pending write. */
function unsent(socket: Socket & { readonly _handle?: { readonly writeQueueSize?: number } | null }): string {
  return `${socket.writableLength} ${socket._handle?.writeQueueSize ?? 0}`;
}
