import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { openRows } from './rows.js';
import { serve } from './serve.js';

const [, , folder = '.'] = process.argv;
const rows = await openRows(folder, ['id TEXT PRIMARY KEY', 'body TEXT', 'created_at BIGINT']);

serve(async (request, response) => {
  const id = randomUUID();
  const sent: unknown = JSON.parse(await text(request));
  const body = JSON.stringify({ id, ...(typeof sent === 'object' && sent) });
  await rows.insert([id, body, Date.now()]);
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
});
