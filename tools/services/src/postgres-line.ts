import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server on which bytes can go missing, while both ends believe in it. */
export class PostgresLine {
  private readonly sockets = new Set<Socket>();
  private silent = false;

  private constructor(
    private readonly server: Server,
    private readonly target: URL,
  ) {
    server.on('connection', (near) => this.join(near));
  }

  /** `url` is the address of a database. */
  static async open(url: string): Promise<PostgresLine> {
    const server = createServer().listen(0, '127.0.0.1');
    const line = new PostgresLine(server, new URL(url));
    await once(server, 'listening');
    return line;
  }

  /** The address of the same database by this way. */
  get url(): string {
    const url = new URL(this.target);
    const address = this.server.address();
    url.host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
    return url.href;
  }

  /** From now on nothing gets through, until `speak`. What is lost meanwhile stays lost. */
  fallSilent(): void {
    this.silent = true;
  }

  speak(): void {
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
