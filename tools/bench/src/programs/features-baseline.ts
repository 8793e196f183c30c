import { basename } from 'node:path';
import { generatedFeatures, openBareFeatures } from './bare-features.js';
import { serve } from './serve.js';

const [, , folder = '.', count = '0', ...headers] = process.argv;
const features = await openBareFeatures(folder);
await features.fill(generatedFeatures(Number(count)));

/** Takes the same addresses as Cairn. */
serve(async ({ url = '' }, response) => {
  const [path = '', query] = url.split('?');
  const text = query === undefined ? await features.find(basename(path)) : await collection(query);
  const body = Buffer.from(text ?? '');
  response.writeHead(text === undefined ? 404 : 200, [...headers, 'Content-Length', String(body.length)]);
  response.end(body);
});

async function collection(query: string): Promise<string> {
  const parameters = new URLSearchParams(query);
  const edge = (name: string): number => Number(parameters.get(name));
  const found = await features.inBox([edge('west'), edge('south'), edge('east'), edge('north')]);
  return `{"type":"FeatureCollection","features":[${found.join(',\n')}]}`;
}
