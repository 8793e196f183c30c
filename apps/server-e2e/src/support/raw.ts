import { connect } from 'node:net';
import type { ServerProcess } from '@cairn/harness';

const GIVE_UP_MS = 3_000;

/**
 * Writes a request head byte for byte and gives what comes back: until the connection ends, or until `body`, which is
 * sent when the server asks for it with 100, is answered. Gives what there is after 3 s.
 */
export async function exchangeRaw(
  { address }: ServerProcess,
  head: readonly string[],
  body?: Uint8Array,
): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  let answer = '';
  const timer = setTimeout(() => socket.destroy(), GIVE_UP_MS);
  socket.on('data', (chunk) => {
    if (answer === '' && body !== undefined && /^HTTP\/1\.1 100 /.test(chunk.toString())) socket.write(body);
    answer += chunk.toString();
  });
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined));
  clearTimeout(timer);
  return answer;
}
