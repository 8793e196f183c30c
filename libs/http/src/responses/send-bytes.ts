import type { ServerResponse } from 'node:http';
import { assertMayGoOn } from '../messages/still-allowed.js';
import { waitForDrain } from './wait-for-drain.js';

/** Sends `length` bytes with back-pressure. @throws what a caller is refused with who may no longer read. */
export async function sendBytes(
  response: ServerResponse,
  bytes: AsyncIterable<Uint8Array>,
  length: number,
): Promise<void> {
  let sent = 0;
  for await (const chunk of bytes) {
    sent += chunk.byteLength;
    if (response.destroyed) return;
    await assertMayGoOn(response.req);
    if (sent === length) {
      response.end(chunk);
      return;
    }
    if (!response.write(chunk)) await waitForDrain(response);
  }
  // Fewer bytes than `Content-Length`: a broken connection is the only way to signal it.
  response.destroy();
}
