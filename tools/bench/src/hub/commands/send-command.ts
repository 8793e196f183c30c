import { generatedFeature } from '../../features/generated-features.js';
import { SPACE } from '../hub-requests.js';

const FEATURES_IN_PIECE = 100;

/** Features on lines, without an end. */
async function* lines(): AsyncGenerator<Uint8Array> {
  for (let start = 0; ; start += FEATURES_IN_PIECE) {
    const texts = Array.from(
      { length: FEATURES_IN_PIECE },
      (_, index) => generatedFeature(start + index).text,
    );
    yield Buffer.from(`${texts.join('\n')}\n`);
  }
}

/** Imports features over HTTP until it is ended. */
const [, , port] = process.argv;
const response = await fetch(`http://127.0.0.1:${port}/hub/spaces/${SPACE}/features`, {
  method: 'PUT',
  headers: { 'Content-Type': 'application/x-ndjson', Accept: 'application/x-ndjson' },
  body: lines(),
  duplex: 'half',
});
if (!response.ok || response.body === null) throw new Error(await response.text());
process.stdout.write('under way: an import\n');
await response.body.pipeTo(new WritableStream()); // the lines of progress
