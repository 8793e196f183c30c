import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of another site, with code in it that somebody has copied. */
export class FramingSite {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(code: string): Promise<FramingSite> {
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(`<!doctype html><title>Our huts</title><h1>Our huts</h1>${code}`);
    });
    await once(server.listen(0), 'listening');
    return new FramingSite(server, `http://localhost:${(server.address() as AddressInfo).port}`);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
