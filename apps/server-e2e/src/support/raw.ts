import { connect } from 'node:net';
import type { ServerProcess } from '@cairn/harness';

/**
 * Sends a raw request head and returns everything received until the connection is closed. Sends `body` when the server
 * asks for it with `100 Continue`.
 */
export async function sendRaw(
  { address }: ServerProcess,
  head: readonly string[],
  body?: Uint8Array,
): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => {
    if (received === '' && body !== undefined && /^HTTP\/1\.1 100 /.test(chunk.toString()))
      socket.write(body);
    received += chunk.toString();
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
  return received;
}
