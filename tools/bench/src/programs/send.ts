import { generatedLines } from '../hub/generated-features.js';
import { SPACE } from '../hub/requests.js';

async function* withoutEnd(): AsyncGenerator<Uint8Array> {
  for (const lines of generatedLines(Infinity)) yield Buffer.from(lines);
}

/** Imports features over HTTP until it is ended. */
const [, , port] = process.argv;
const response = await fetch(`http://127.0.0.1:${port}/hub/spaces/${SPACE}/features`, {
  method: 'PUT',
  headers: { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
  body: withoutEnd(),
  duplex: 'half',
});
if (!response.ok || response.body === null) throw new Error(await response.text());
process.stdout.write('under way: an import\n');
await response.body.pipeTo(new WritableStream()); // the lines of progress
