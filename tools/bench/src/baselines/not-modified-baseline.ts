import { serve } from './serve.js';

const [, , ...headers] = process.argv;

serve((_request, response) => {
  response.writeHead(304, headers).end();
});
