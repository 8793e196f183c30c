import { generatedFeature } from '../../features/generated-features.js';
import { SPACE } from '../hub-requests.js';

const FEATURES_AT_ONCE = 1_000;

/** Writes features over HTTP, a thousand in each request, until it is ended. */
const [, , port] = process.argv;
for (let start = 0; ; start += FEATURES_AT_ONCE) {
  const texts = Array.from({ length: FEATURES_AT_ONCE }, (_, index) => generatedFeature(start + index).text);
  const response = await fetch(`http://127.0.0.1:${port}/hub/spaces/${SPACE}/features`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/geo+json', Accept: 'application/x-empty' },
    body: `{"type":"FeatureCollection","features":[${texts.join(',')}]}`,
  });
  if (!response.ok) throw new Error(await response.text());
  if (start === 0) process.stdout.write('under way: writes\n');
}
