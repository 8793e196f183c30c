import { once } from 'node:events';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where Chromium asks for its own sake. */
const OF_BROWSERS = /\.(?:google|googleapis|gstatic)\.com:443$/;

/**
 * All that a browser outside of a private network reaches: some hosts, by their names. It is its proxy, also for addresses of this
 * machine, and refuses whatever else is asked for.
 */
export class Internet {
  /** What it has refused. */
  readonly refused: string[] = [];

  private constructor(private readonly server: Server) {}

  /** @param hosts Where each host listens, such as `share.example.org` at `http://127.0.0.1:8081`. */
  static async open(hosts: ReadonlyMap<string, string>): Promise<Internet> {
    const server = createServer();
    const internet = new Internet(server);
    server.on('connect', ({ url = '' }, socket) => {
      if (!OF_BROWSERS.test(url)) internet.refused.push(url);
      socket.destroy();
    });
    server.on('request', (asked, response) => {
      const { method, headers, url = '' } = asked;
      const { host, pathname, search } = new URL(url);
      const to = hosts.get(host);
      if (to === undefined) {
        internet.refused.push(url);
        response.destroy();
        return;
      }
      const options = { method, headers: { ...headers, 'x-forwarded-for': '203.0.113.7' } };
      const passed = ask(to + pathname + search, options, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      });
      passed.on('error', () => response.destroy());
      asked.pipe(passed);
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return internet;
  }

  /** The proxy for a browser. */
  get proxy(): { readonly server: string; readonly bypass: string } {
    const { port } = this.server.address() as AddressInfo; // of a TCP server
    return { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' };
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
