import { readFileSync } from 'node:fs';
import { serve } from './serve.js';

const [, , file = '', ...headers] = process.argv;
const bytes = readFileSync(file);

serve((_request, response) => {
  response.writeHead(200, headers).end(bytes);
});
