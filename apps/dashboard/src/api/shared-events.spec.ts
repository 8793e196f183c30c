import type { CairnEvent } from '@cairn/api-schema';
import { describe, expect, it } from '@jest/globals';
import { SharedEvents, type PageMessage } from './shared-events.ts';

const eventOf = (number: number): CairnEvent => ({
  type: 'image-updated',
  id: `image ${number}`,
  at: '2026-01-02T03:04:05.678Z',
});

/** The server: a log of events, and the streams that read it. */
class Server {
  readonly log: CairnEvent[] = [];
  readonly streams = new Set<{ wake: () => void }>();

  tell(): void {
    this.log.push(eventOf(this.log.length + 1));
    for (const { wake } of this.streams) wake();
  }

  open({ lastEventId, signal }: { lastEventId: string | undefined; signal: AbortSignal }) {
    let at = lastEventId === undefined ? this.log.length : Number(lastEventId);
    const stream = { wake: (): void => undefined };
    this.streams.add(stream);
    signal.addEventListener('abort', () => {
      this.streams.delete(stream);
      stream.wake();
    });
    const { log } = this;
    return {
      get lastEventId() {
        return String(at);
      },
      async *[Symbol.asyncIterator]() {
        for (;;) {
          if (signal.aborted) throw new Error('aborted');
          const event = log[at];
          if (event === undefined) await new Promise<void>((wake) => (stream.wake = wake));
          else {
            at += 1;
            yield event;
          }
        }
      },
    };
  }
}

/** The pages of one browser. A test controls their time. */
class Browser {
  readonly server = new Server();
  private readonly pages: {
    readonly events: SharedEvents;
    readonly id: string;
    isGone: boolean;
    isFrozen: boolean;
  }[] = [];
  private timers: { readonly at: number; readonly run: () => void }[] = [];
  private now = 0;

  page(id: string) {
    const got: (string | undefined)[] = [];
    const faults: unknown[] = [];
    const missed = { count: 0 };
    const events: SharedEvents = new SharedEvents({
      id,
      post: (message: PageMessage) => {
        if (page.isGone) return;
        for (const other of this.pages)
          if (other.id !== id && !other.isGone && !other.isFrozen) other.events.hear(message);
      },
      open: (from) => this.server.open(from),
      onEvent: (event) => void got.push(event.id),
      onMissed: () => void (missed.count += 1),
      onFailed: (error) => void faults.push(error),
      later: (run, ms) => {
        const timer = { at: this.now + ms, run: () => void (page.isGone || run()) };
        this.timers.push(timer);
        return () => void (this.timers = this.timers.filter((one) => one !== timer));
      },
      random: () => 0,
    });
    const page = { events, id, isGone: false, isFrozen: false };
    this.pages.push(page);
    /** Ends the page as a crash would: it tells nobody, and its connection breaks. */
    const kill = (): void => {
      page.isGone = true;
      this.server.streams.clear();
    };
    /** Freezes the page, as browsers do to pages that are hidden for long. */
    const freeze = (): void => void (page.isFrozen = true);
    const thaw = (): void => void (page.isFrozen = false);
    return { events, got, missed, faults, kill, freeze, thaw };
  }

  /** Lets time pass. */
  async pass(ms: number): Promise<void> {
    const until = this.now + ms;
    for (;;) {
      const [next] = this.timers.filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.timers = this.timers.filter((one) => one !== next);
      this.now = next.at;
      next.run();
      await this.settle();
    }
    this.now = until;
    await this.settle();
  }

  async tell(): Promise<void> {
    this.server.tell();
    await this.settle();
  }

  private async settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  }
}

describe('the events of the pages of a browser', () => {
  it('come by one stream, however many pages can be seen', async () => {
    const browser = new Browser();
    const pages = Array.from({ length: 12 }, (_, index) =>
      browser.page(`page ${String(index).padStart(2, '0')}`),
    );
    for (const { events } of pages) events.see();
    await browser.pass(2_000);
    expect(browser.server.streams.size).toBe(1);
    for (let round = 0; round < 3; round += 1) await browser.tell();
    for (const { got } of pages) expect(got).toEqual(['image 1', 'image 2', 'image 3']);
    await browser.pass(60_000);
    expect(browser.server.streams.size).toBe(1);
  });

  it.each(['is hidden', 'ends without a word'])(
    'go on by another page when the one that reads %s',
    async (how) => {
      const browser = new Browser();
      const [first, second, third] = [browser.page('a'), browser.page('b'), browser.page('c')];
      first.events.see();
      await browser.pass(1_000);
      for (const { events } of [second, third]) events.see();
      await browser.pass(1_000);
      await browser.tell();
      if (how === 'is hidden') first.events.hide();
      else first.kill();
      await browser.tell(); // while nobody reads
      await browser.pass(20_000);
      await browser.tell();
      expect(browser.server.streams.size).toBe(1);
      for (const { got } of [second, third]) expect(got).toEqual(['image 1', 'image 2', 'image 3']);
      expect([second.missed.count, third.missed.count]).toEqual([1, 1]); // as they began
    },
  );

  it('are read by none while no page can be seen, and from where they stopped afterwards', async () => {
    const browser = new Browser();
    const [first, second] = [browser.page('a'), browser.page('b')];
    first.events.see();
    await browser.pass(1_000);
    second.events.see();
    await browser.pass(1_000);
    await browser.tell();
    for (const { events } of [first, second]) events.hide();
    await browser.pass(60_000);
    expect(browser.server.streams.size).toBe(0);
    await browser.tell();
    second.events.see();
    await browser.pass(1_000);
    expect([first.got, second.got]).toEqual([
      ['image 1', 'image 2'],
      ['image 1', 'image 2'],
    ]);
  });

  it('that a page has missed, as the browser had stopped it, are told of as such', async () => {
    const browser = new Browser();
    const [reader, stopped] = [browser.page('a'), browser.page('b')];
    reader.events.see();
    await browser.pass(1_000);
    stopped.events.see();
    await browser.pass(1_000);
    stopped.events.hide();
    stopped.freeze();
    await browser.tell();
    await browser.pass(6_000);
    stopped.thaw();
    expect([stopped.got, stopped.missed.count]).toEqual([[], 1]);
    stopped.events.see();
    await browser.pass(1_000);
    expect(stopped.missed.count).toBe(2);
    await browser.tell();
    expect(stopped.got).toEqual(['image 2']);
  });
});
