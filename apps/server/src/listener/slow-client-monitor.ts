import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Limits } from '@cairn/http/settings';
import { HttpError, sendHttpError } from '@cairn/http';
import type { SendQueues } from './send-queues.js';

const MAX_CHECK_INTERVAL_MS = 5_000;

/**
 * A stalled response gets this many times longer if the client's progress cannot be seen. A proxy that passes a
 * response on without storing it reads a megabyte at once, and then nothing until its own client has read that.
 */
const UNSEEN_CLIENT_FACTOR = 4;

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
  /** The bytes that the system held at the last check, if known. */
  queue: number | undefined;
  stalledMs: number;
  body: { readonly of: IncomingMessage; readonly from: number; ms: number } | undefined;
}

/**
 * Cuts off slow clients: those that stop taking their response, or send their request body too slowly. One timer checks
 * all connections every few seconds, which keeps the cost per request low. Time in which the server itself is not
 * reading or sending does not count.
 *
 * A client's progress is the decrease of the bytes that the system still has to send. On Linux, Node can write again
 * only once a third of the system's buffer is free, which holds up to 4 MB: a client that reads 30 KB/s needs 45 s for
 * that.
 */
export class SlowClientMonitor {
  private readonly connections = new Set<Watched>();
  private readonly checkIntervalMs: number;
  private timer: NodeJS.Timeout | undefined;
  private isChecking = false;

  constructor(
    private readonly limits: Pick<Limits, 'stallMs' | 'bodyBytesPerSecond'>,
    private readonly queues: SendQueues | undefined,
  ) {
    this.checkIntervalMs = Math.min(MAX_CHECK_INTERVAL_MS, limits.stallMs / 6);
  }

  /** Starts watching a request. */
  begin(request: IncomingMessage, response: ServerResponse): void {
    const socket: WatchedSocket = request.socket;
    const watched = socket[WATCHED];
    if (watched === undefined) {
      const state = { progress: '', queue: undefined, stalledMs: 0, body: undefined };
      this.connections.add((socket[WATCHED] = { socket, request, response, ...state }));
      return;
    }
    watched.request = request;
    watched.response = response;
  }

  /** Checks all connections every few seconds, until it is closed. */
  start(): void {
    let checkedAt = performance.now();
    this.timer = setInterval(() => {
      if (this.isChecking) return;
      const passedMs = performance.now() - checkedAt;
      checkedAt += passedMs;
      void this.check(passedMs);
    }, this.checkIntervalMs).unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Cuts off clients that are too slow, `passedMs` after the previous check. */
  async check(passedMs: number): Promise<void> {
    // If the process did not run for a long time, it could not watch the clients either.
    const countedMs = Math.min(passedMs, this.limits.stallMs / 2);
    this.isChecking = true;
    try {
      const still = [...this.connections].filter((each) => this.isStill(each, countedMs));
      if (still.length > 0) await this.checkQueues(still, countedMs);
    } finally {
      this.isChecking = false;
    }
  }

  /** Whether nothing more could be written to a client that has not read everything. */
  private isStill(watched: Watched, passedMs: number): boolean {
    const { socket, request } = watched;
    if (socket.destroyed) {
      this.connections.delete(watched);
      return false;
    }
    const receives = !request.complete && request.readableFlowing === true && request.readableLength === 0;
    const progress = receives ? `in ${socket.bytesRead}` : written(socket);
    const hasProgressed = progress !== watched.progress;
    watched.progress = progress;
    if (receives) {
      watched.stalledMs = hasProgressed ? 0 : watched.stalledMs + passedMs;
      if (this.isBodyLate(watched, passedMs) || watched.stalledMs >= this.limits.stallMs) end(watched);
      return false;
    }
    if (!hasProgressed && unsent(socket) > 0) return true;
    watched.stalledMs = 0;
    watched.queue = undefined;
    return false;
  }

  private async checkQueues(still: readonly Watched[], passedMs: number): Promise<void> {
    const queues = await this.queues?.of(still.map(({ socket }) => socket));
    for (const watched of still) {
      const { socket, progress } = watched;
      if (socket.destroyed || written(socket) !== progress) continue;
      const queue = queues?.get(socket);
      const isTaken = watched.queue !== undefined && queue !== undefined && queue !== watched.queue;
      watched.queue = queue ?? watched.queue;
      watched.stalledMs = isTaken ? 0 : watched.stalledMs + passedMs;
      if (watched.stalledMs >= this.mayStallMs(watched)) end(watched);
    }
  }

  private mayStallMs({ request, queue }: Watched): number {
    const isSeen = !isForwarded(request) && (queue !== undefined || this.queues === undefined);
    return isSeen ? this.limits.stallMs : UNSEEN_CLIENT_FACTOR * this.limits.stallMs;
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

function isForwarded({ headers }: IncomingMessage): boolean {
  return [headers.via, headers.forwarded, headers['x-forwarded-for']].some((value) => value !== undefined);
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

interface WritingSocket extends Socket {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** The bytes that the system has not accepted: those buffered by the stream, and those in the pending write. */
function unsent({ writableLength, _handle: handle }: WritingSocket): number {
  return writableLength + (handle?.writeQueueSize ?? 0);
}

function written(socket: Socket): string {
  return `out ${socket.bytesWritten} ${unsent(socket)}`;
}
