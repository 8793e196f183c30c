import { openRows } from './rows.js';
import { serve } from './serve.js';

const [, , folder = '.', path, ...headers] = process.argv;
const rows = await openRows(folder, ['id TEXT PRIMARY KEY', 'etag TEXT']);
await rows.insert([path, headers[headers.indexOf('etag') + 1]]);

serve(async (request, response) => {
  const row = await rows.find(request.url ?? '');
  response.writeHead(row === undefined ? 404 : 304, headers).end();
});
