import { ServerProcess } from '@cairn/harness';
import { afterEach } from '@jest/globals';

const running: ServerProcess[] = [];

/** Starts a server that ends with the test. */
export async function start(options?: Parameters<typeof ServerProcess.start>[0]): Promise<ServerProcess> {
  const server = await ServerProcess.start(options);
  running.push(server);
  return server;
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.dispose()));
});
