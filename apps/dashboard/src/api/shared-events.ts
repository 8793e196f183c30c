import type { CairnEvent } from '@cairn/api-schema';

/** What the pages of a browser tell each other. `from` names the page. */
export type PageMessage = { readonly from: string } & (
  | { readonly kind: 'asks' | 'left' }
  | { readonly kind: 'reads'; readonly lastEventId: string | undefined }
  | { readonly kind: 'event'; readonly lastEventId: string | undefined; readonly event: CairnEvent }
);

/** A stream of events that is being read. */
export interface EventStream extends AsyncIterable<CairnEvent> {
  readonly lastEventId: string | undefined;
}

/** The environment of a page. */
export interface PageSurroundings {
  /** A unique identifier of the page. */
  readonly id: string;
  /** Sends a message to the other pages of this browser. */
  readonly post: (message: PageMessage) => void;
  readonly open: (from: {
    readonly lastEventId: string | undefined;
    readonly signal: AbortSignal;
    readonly onConnected: () => void;
  }) => EventStream;
  readonly onEvent: (event: CairnEvent) => void;
  /** Called when changes may have happened without an event. */
  readonly onMissed: () => void;
  readonly onFailed: (error: unknown) => void;
  /** Runs a function later. Returns a function that cancels it. */
  readonly later: (run: () => void, ms: number) => () => void;
  /** From 0 to 1. */
  readonly random: () => number;
}

/** How long a page waits for an answer of the reading page. */
const ANSWER_MS = 400;
/** How often the reading page sends a sign of life. */
const SIGN_MS = 5_000;
/** After this time without a sign of life, the reading page is gone. */
const SILENT_MS = 15_000;

/**
 * One stream of events for all pages of a browser: one page reads it and tells the others, because browsers open only
 * six connections per server for all pages (HTTP/1.1). Any visible page can be the reader; if two begin at once, the
 * one with the smaller identifier continues. Web Locks would work too, but pages opened with http have none.
 */
export class SharedEvents {
  private lastEventId: string | undefined;
  private isSeen = false;
  private hasAsked = false;
  private reading: AbortController | undefined;
  private cancel: () => void = () => undefined;

  constructor(private readonly page: PageSurroundings) {}

  /** Called when the page becomes visible. From then on it gets every event. */
  see(): void {
    if (this.isSeen) return;
    this.isSeen = true;
    if (this.reading === undefined) this.ask();
  }

  /** Called when the page is hidden or left. It still receives events from others, but reads no stream itself. */
  hide(): void {
    this.isSeen = false;
    this.cancel();
    if (this.reading !== undefined) this.leave();
  }

  /** Handles a message of another page. */
  hear(message: PageMessage): void {
    switch (message.kind) {
      case 'asks':
        if (this.reading !== undefined) this.sign();
        return;
      case 'left':
        if (this.isSeen && this.reading === undefined) this.ask();
        return;
      case 'reads':
        this.hearReader(message.from, message.lastEventId);
        return;
      case 'event':
        this.lastEventId = message.lastEventId;
        this.page.onEvent(message.event);
        this.expectSign();
    }
  }

  private hearReader(from: string, lastEventId: string | undefined): void {
    if (this.reading !== undefined) {
      if (from > this.page.id) {
        this.sign();
        return;
      }
      this.stop();
    } else if (this.mayHaveMissed(lastEventId)) this.page.onMissed();
    this.hasAsked = false;
    this.lastEventId = lastEventId;
    this.expectSign();
  }

  /** A page that has just started, or was frozen by the browser, does not know what happened before. */
  private mayHaveMissed(lastEventId: string | undefined): boolean {
    return lastEventId !== this.lastEventId && (this.hasAsked || this.lastEventId === undefined);
  }

  /** Asks who reads the stream. Reads it if nobody answers. */
  private ask(): void {
    this.hasAsked = true;
    this.page.post({ kind: 'asks', from: this.page.id });
    this.next(() => void this.read(), ANSWER_MS * (1 + this.page.random()));
  }

  private expectSign(): void {
    if (this.isSeen && this.reading === undefined) this.next(() => this.ask(), SILENT_MS);
  }

  private async read(): Promise<void> {
    const { page } = this;
    const ending = new AbortController();
    this.reading = ending;
    this.hasAsked = false;
    // Without a last event to continue from, changes since the lists were loaded have no events.
    const onConnected = (): void => (this.lastEventId === undefined ? page.onMissed() : undefined);
    const events = page.open({ lastEventId: this.lastEventId, signal: ending.signal, onConnected });
    const sign = (): void => {
      this.lastEventId = events.lastEventId;
      this.sign();
      this.next(sign, SIGN_MS);
    };
    sign();
    try {
      for await (const event of events) {
        this.lastEventId = events.lastEventId;
        page.onEvent(event);
        page.post({ kind: 'event', from: page.id, lastEventId: this.lastEventId, event });
      }
    } catch (error) {
      if (ending.signal.aborted) return;
      this.cancel();
      this.leave();
      page.onFailed(error);
    }
  }

  private sign(): void {
    this.page.post({ kind: 'reads', from: this.page.id, lastEventId: this.lastEventId });
  }

  private leave(): void {
    this.stop();
    this.page.post({ kind: 'left', from: this.page.id });
  }

  private stop(): void {
    this.reading?.abort();
    this.reading = undefined;
  }

  private next(run: () => void, ms: number): void {
    this.cancel();
    this.cancel = this.page.later(run, ms);
  }
}
