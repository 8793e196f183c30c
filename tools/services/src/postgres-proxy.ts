import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy that can drop bytes without closing either connection. */
export class PostgresProxy {
  private readonly sockets = new Set<Socket>();
  private silent = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (near) => this.join(near));
  }

  /** `url` is the address of a database. */
  static async open(url: string): Promise<PostgresProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    const proxy = new PostgresProxy(server, new URL(url));
    await once(server, 'listening');
    return proxy;
  }

  /** The database's address through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    const address = this.server.address();
    url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    return url.href;
  }

  /** Drops all bytes until `resume`. They are not delivered later. */
  stall(): void {
    this.silent = true;
  }

  resume(): void {
    this.silent = false;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(near: Socket): void {
    const far = connect(Number(this.target.port || 5432), this.target.hostname);
    this.pass(near, far);
    this.pass(far, near);
  }

  private pass(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('error', () => undefined);
    from.on('data', (bytes) => this.silent || to.write(bytes));
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
  }
}
