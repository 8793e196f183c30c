import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { LinuxSendQueues } from './send-queues.js';

/** Both ends of a connection. */
async function connection(host: string): Promise<{ server: Socket; client: Socket; close: () => void }> {
  const listener = createServer().listen(0, host);
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  const client = connect(port, host).pause();
  const [server] = (await once(listener, 'connection')) as [Socket];
  const close = (): void => {
    client.destroy();
    server.destroy();
    listener.close();
  };
  return { server, client, close };
}

// Other systems do not report the queue of a socket, so the class reports nothing there.
const linux = process.platform === 'linux' ? describe : describe.skip;

linux('LinuxSendQueues', () => {
  const queues = new LinuxSendQueues();
  const lengthOf = async (socket: Socket) => (await queues.of([socket])).get(socket);

  it.each(['127.0.0.1', '::1'])(
    'tells what the client at %s has not taken, and that it takes some',
    async (host) => {
      const { server, client, close } = await connection(host);
      expect(await lengthOf(server)).toBe(0);
      server.write(Buffer.alloc(32 * 1024 * 1024));
      let held = (await lengthOf(server)) ?? 0;
      while (held === 0) held = (await lengthOf(server)) ?? 0;
      client.resume();
      while (server.writableLength > 0 || (await lengthOf(server)) !== 0) await nextTurn();
      close();
    },
  );

  it('leaves out what the tables do not have', async () => {
    const { server, client, close } = await connection('127.0.0.1');
    expect(await new LinuxSendQueues(['/proc/net/no-such-table']).of([server])).toEqual(new Map());
    close();
    await once(client, 'close');
    expect(await queues.of([client])).toEqual(new Map());
  });
});
