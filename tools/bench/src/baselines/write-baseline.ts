import { randomUUID } from 'node:crypto';
import { openBytes } from './bytes.js';
import { openRows } from './rows.js';
import { serve } from './serve.js';

const [, , folder = '.'] = process.argv;
const bytes = await openBytes(folder);
const rows = await openRows(folder, [
  'id TEXT PRIMARY KEY',
  'owner TEXT',
  'size BIGINT',
  'created_at BIGINT',
]);

serve(async (request, response) => {
  const id = randomUUID();
  const sizeInBytes = Number(request.headers['content-length']);
  await bytes.put(id, request, sizeInBytes);
  await rows.insert([id, 'owner', sizeInBytes, Date.now()]);
  const body = JSON.stringify({ id });
  response.writeHead(201, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
});
