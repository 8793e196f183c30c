import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { openBytes } from './bytes.js';
import { serve } from './serve.js';

const KEY = 'baseline.jpg';

const [, , folder = '.', file = '', ...headers] = process.argv;
const bytes = await openBytes(folder);
await bytes.put(KEY, createReadStream(file), (await stat(file)).size);

serve((_request, response) => bytes.send(KEY, response, headers));
