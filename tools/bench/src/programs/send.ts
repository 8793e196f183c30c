import { generatedLines } from '../hub/generated-features.js';
import { SPACE } from '../hub/requests.js';

async function* withoutEnd(): AsyncGenerator<Uint8Array> {
  for (const lines of generatedLines(Infinity)) yield Buffer.from(lines);
}

/** Imports features over HTTP, or exports them again and again, until it is ended. */
const [, , port, space = SPACE, kind = 'import'] = process.argv;
const address = `http://127.0.0.1:${port}/hub/spaces/${space}`;
do {
  const response = await (kind === 'import'
    ? fetch(`${address}/features`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
        body: withoutEnd(),
        duplex: 'half',
      })
    : fetch(`${address}/export?f=ndjson`));
  if (!response.ok || response.body === null) throw new Error(await response.text());
  process.stdout.write(`under way: an ${kind}\n`);
  await response.body.pipeTo(new WritableStream()); // an import answers with lines of progress
} while (kind === 'export');
