import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { until } from '@cairn/harness';

/** A span as OTLP has it in JSON. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes?: readonly {
    readonly key: string;
    readonly value: Readonly<Record<string, unknown>>;
  }[];
  readonly links?: readonly { readonly traceId: string }[];
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: NonNullable<ReceivedSpan['attributes']> };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

/** A collector of traces, which takes OTLP by HTTP as JSON. */
export class SpanReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** All that was received, as text. */
  text = '';
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => {
      void json(request).then((body) => {
        this.text += JSON.stringify(body);
        // What the server under test sends.
        for (const { scopeSpans } of (body as ExportRequest).resourceSpans)
          for (const { spans } of scopeSpans) this.spans.push(...spans);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async start(): Promise<SpanReceiver> {
    const receiver = new SpanReceiver();
    await new Promise<void>((listening) => receiver.server.listen(0, '127.0.0.1', listening));
    return receiver;
  }

  /** Settings of a server that sends its spans here. */
  get env(): Readonly<Record<string, string>> {
    // It listens on a port.
    const { port } = this.server.address() as AddressInfo;
    return {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
  }

  /** Waits until there is such a span. @throws {Error} with those that arrived, when it does not come. */
  async until(isWanted: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> {
    await until('spans arrive', () => this.spans.some(isWanted)).catch((cause: unknown) => {
      const names = this.spans.map(({ name }) => name);
      throw new Error(`A span was waited for in vain. These arrived: ${names.join(', ')}`, { cause });
    });
    return this.get(isWanted);
  }

  /** @throws {Error} if there is none. */
  get(isWanted: (span: ReceivedSpan) => boolean): ReceivedSpan {
    const found = this.spans.find(isWanted);
    if (found === undefined) throw new Error('There is no such span.');
    return found;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** Names and values of the attributes of a span. */
export const attributesOf = ({
  attributes = [],
}: Pick<ReceivedSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
