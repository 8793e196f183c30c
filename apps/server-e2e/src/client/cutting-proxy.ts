import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

const CUT_AFTER_BYTES = 300_000;

/** Passes connections on to a server, but breaks two of three that send much: browsers replace one that
 * breaks by themselves. */
export async function cuttingProxy(
  address: string,
): Promise<{ readonly address: string; readonly close: () => void }> {
  const { hostname, port, pathname } = new URL(address);
  const open = new Set<Socket>();
  let large = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    let sent = 0;
    client.on('data', (bytes: Buffer) => {
      const isLarge = sent <= CUT_AFTER_BYTES && sent + bytes.length > CUT_AFTER_BYTES;
      sent += bytes.length;
      if (isLarge) large += 1;
      if (!isLarge || large % 3 === 0) return;
      client.destroy();
      upstream.destroy();
    });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [client, upstream].forEach((other) => other.destroy()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${own}${pathname}`,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
