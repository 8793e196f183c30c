import { EventEmitter, once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The way to a server, which can be cut. */
export interface Network {
  /** The server's address by this way. */
  readonly address: string;
  /** Lets so many bytes of each connection through to the server. Resolves when a connection has more. */
  stopAfter(bytes: number): Promise<void>;
  /** Breaks all connections, and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function openNetwork(server: string): Promise<Network> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let [room, isCut] = [Infinity, false];
  const events = new EventEmitter();
  const listener = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), hostname);
    let sent = 0;
    near.on('data', (bytes: Buffer) => {
      sent += bytes.length;
      if (sent > room) events.emit('stopped');
      else far.write(bytes);
    });
    far.pipe(near);
    for (const [one, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => (sockets.delete(one), other.destroy()));
    }
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const drop = (): void => sockets.forEach((socket) => socket.destroy());
  return {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    stopAfter: async (bytes) => {
      room = bytes;
      await once(events, 'stopped');
    },
    cut: () => {
      isCut = true;
      drop();
    },
    mend: () => ([room, isCut] = [Infinity, false]),
    close: async () => {
      listener.close();
      drop();
      await once(listener, 'close');
    },
  };
}
