import { strict as assert } from 'node:assert';
import type { ServerProcess } from '@cairn/harness';

/** An event as it came. */
export interface ReadEvent {
  readonly id: string;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Options {
  readonly key?: string | null;
  readonly cookie?: string;
  /** Sent as `Last-Event-ID`. */
  readonly lastEventId?: string;
}

/** Reads a stream of events as browsers do. */
export class EventReader {
  private text = '';

  private constructor(
    private readonly reader: ReadableStreamDefaultReader<string>,
    private readonly cancellation: AbortController | undefined,
  ) {}

  /** The `id` that the stream began with. */
  begun = '';

  static async open(server: ServerProcess, { key, cookie, lastEventId }: Options = {}): Promise<EventReader> {
    const cancellation = new AbortController();
    const response = await server.fetch('/api/events', {
      ...(key !== undefined && { key }),
      headers: {
        ...(cookie !== undefined && { cookie }),
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: cancellation.signal,
    });
    return await EventReader.over(response, cancellation);
  }

  /** Reads the stream of a response. */
  static async over(response: Response, cancellation?: AbortController): Promise<EventReader> {
    assert.equal(response.status, 200);
    assert.ok(response.body);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const events = new EventReader(reader, cancellation);
    const first = await events.block();
    events.begun = /^id: (\d+)$/m.exec(first ?? '')?.[1] ?? '';
    return events;
  }

  /** The next events, without heartbeats. Fails if the stream ends before. */
  async take(count: number): Promise<readonly ReadEvent[]> {
    const events: ReadEvent[] = [];
    while (events.length < count) {
      const block = await this.block();
      assert.ok(block !== undefined, 'the stream has ended');
      const fields = new Map(
        block.split('\n').map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) as [string, string]),
      );
      const [id = '', event = '', data] = ['id', 'event', 'data'].map((name) => fields.get(name));
      if (data !== undefined) events.push({ id, event, data: JSON.parse(data) as ReadEvent['data'] });
    }
    return events;
  }

  /** Resolves when the server has ended the stream, to what came before. */
  async ended(): Promise<string> {
    let rest = '';
    for (;;) {
      const block = await this.block();
      if (block === undefined) return rest;
      rest += `${block}\n\n`;
    }
  }

  close(): void {
    if (this.cancellation !== undefined) this.cancellation.abort();
    else void this.reader.cancel().catch(() => undefined);
  }

  /** The lines up to the next empty one; `undefined` at the end. */
  private async block(): Promise<string | undefined> {
    for (;;) {
      const end = this.text.indexOf('\n\n');
      if (end >= 0) {
        const block = this.text.slice(0, end);
        this.text = this.text.slice(end + 2);
        return block;
      }
      const { done, value } = await this.reader.read();
      if (done) return undefined;
      this.text += value;
    }
  }
}
