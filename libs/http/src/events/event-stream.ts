import type { ServerResponse } from 'node:http';
import type { CairnEvent } from '@cairn/api-schema';
import { isOfImages, type Change, type Follower } from '@cairn/composition';
import { timestamp } from '../responses/timestamp.js';

/** A client with more unread bytes than this is dropped. It can reconnect and resume. */
const MAX_UNREAD_BYTES = 256 * 1024;

/** How long a browser waits before it reconnects. */
const RETRY_MS = 2_000;

/** The kinds of events in a stream. */
export type Kind = 'images' | 'spaces';

export interface EventStreamOptions {
  readonly owner: string;
  readonly kinds: readonly Kind[];
  readonly response: ServerResponse;
  /** The position up to which all followers were notified. */
  readonly position: () => number;
}

/** Writes the changes of an account to one client as server-sent events. */
export class EventStream implements Follower {
  readonly owner: string;

  constructor(private readonly options: EventStreamOptions) {
    this.owner = options.owner;
  }

  begun(position: number): void {
    const { response } = this.options;
    if (response.destroyed) return;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'X-Accel-Buffering': 'no', // nginx would keep events back
      Connection: 'close',
    });
    // The `id` without data lets a browser resume if it is disconnected before the first event.
    this.write(`retry: ${RETRY_MS}\nid: ${position}\n\n`);
  }

  changed({ position, type, id, at }: Change): void {
    if (!this.options.kinds.includes(kindOf(type))) return;
    this.send(position, { type, id, at: timestamp(at) });
  }

  missed(): void {
    this.send(this.options.position(), { type: 'reset', at: timestamp(Date.now()) });
  }

  /** Keeps proxies from closing an idle stream, and advances the position from which the client resumes. */
  beat(): void {
    this.write(`:\nid: ${this.options.position()}\n\n`);
  }

  /**
   * Does not wait for a client that does not read. A client without response headers gets no response and can retry.
   */
  end(): void {
    const { response } = this.options;
    if (!response.headersSent || response.writableLength > 0) response.destroy();
    else response.end();
  }

  private send(position: number, event: CairnEvent): void {
    this.write(`id: ${position}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  private write(text: string): void {
    const { response } = this.options;
    if (response.destroyed || response.writableEnded) return;
    response.write(text);
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  }
}

function kindOf(type: Change['type']): Kind {
  return isOfImages(type) ? 'images' : 'spaces';
}
