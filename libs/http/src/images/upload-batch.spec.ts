import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { expect, it } from '@jest/globals';
import { UploadBatch } from './upload-batch.js';

const BOUNDARY = 'x';

/** A request that sends only these bytes and is not ended by its client. */
function requestOf(form: Buffer, chunkBytes: number): IncomingMessage {
  const chunks = Array.from({ length: Math.ceil(form.length / chunkBytes) }, (_, index) =>
    form.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const stream = new Readable({ read: () => void stream.push(chunks.shift() ?? Buffer.alloc(0)) });
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return Object.assign(stream, { headers, complete: false }) as unknown as IncomingMessage; // what is read of one
}

const part = (disposition: string, value: string): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${value}\r\n`;

/** Reads the files of a form: the bytes of each, and the error that ended the reading. */
async function read(request: IncomingMessage) {
  const batch = new UploadBatch(request, 100);
  const files: string[] = [];
  try {
    for await (const file of batch.files()) {
      let text = '';
      for await (const piece of file.bytes()) text += Buffer.from(piece).toString();
      files.push(`${file.name}: ${text}`);
    }
  } catch (error) {
    return { files, error };
  } finally {
    batch.discard();
    request.destroy();
  }
  return { files, error: undefined };
}

const details = `{"name":"${'n'.repeat(60_000)}"}`;

/** The bytes of a file that is incomplete when the form becomes too large. Nobody sends the rest. */
const pixels = 'p'.repeat(40_000);

it.each([50_000, 1_000, 65_536, 9_000_000])(
  'a form with too much besides its files ends at once, in chunks of %d bytes',
  async (chunkBytes) => {
    const pairs = Array.from(
      { length: 80 },
      (_, index) => part('name="details"', details) + part(`name="file"; filename="${index}.jpg"`, pixels),
    );
    const { files, error } = await read(requestOf(Buffer.from(pairs.join('')), chunkBytes));
    expect(error).toMatchObject({ code: 'body-too-large' });
    expect(files.every((file) => file.endsWith(`: ${pixels}`))).toBe(true);
  },
  60_000,
);
