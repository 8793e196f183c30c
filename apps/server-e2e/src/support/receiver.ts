import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '@cairn/harness';

/** A message as it arrived. */
export interface Received {
  readonly id: string;
  readonly type: string;
  /** Identifier of the image or other subject. */
  readonly subject: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** A receiver of webhooks, which answers with 204 unless a test says otherwise. */
export class Receiver {
  readonly received: Received[] = [];
  answer: (response: ServerResponse, received: Received) => unknown = (response) =>
    response.writeHead(204).end();
  private readonly server: Server;

  private constructor() {
    this.server = createServer((request, response) => void this.receive(request, response));
  }

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((listening) => receiver.server.listen(0, '127.0.0.1', listening));
    return receiver;
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    // What the server under test sends.
    const { type, data } = JSON.parse(body) as {
      readonly type: string;
      readonly data: { readonly id: string };
    };
    const { headers } = request;
    const received = { id: String(headers['webhook-id']), type, subject: data.id, body, headers };
    this.received.push(received);
    await this.answer(response, received);
  }

  get url(): string {
    // It listens on a port.
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}/hook`;
  }

  /** Waits until this is so. @throws {Error} with what arrived, when it does not come. */
  async until(isSo: (received: readonly Received[]) => boolean): Promise<void> {
    await until('messages arrive', () => isSo(this.received)).catch((cause: unknown) => {
      const arrived = JSON.stringify(this.received.map(({ body }) => body));
      throw new Error(`Messages were waited for in vain. This arrived: ${arrived}`, { cause });
    });
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
