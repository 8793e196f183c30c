import { basename } from 'node:path';
import { openRows } from './rows.js';
import { serve } from './serve.js';

const [, , folder = '.', id] = process.argv;
const rows = await openRows(folder, [
  'id TEXT PRIMARY KEY',
  ...['url', 'tags', 'path', '"createdAt"', '"updatedAt"'].map((name) => `${name} TEXT`),
]);
const now = new Date().toISOString();
await rows.insert([id, 'http://127.0.0.1:8080/cdn/photo.jpg', '[]', '', now, now]);

serve(async (request, response) => {
  const body = Buffer.from(JSON.stringify(await rows.find(basename(request.url ?? ''))));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
});
