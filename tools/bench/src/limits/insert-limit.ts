import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { serve } from './serve.js';
import { openDatabase } from './sqlite.js';

const [, , folder = '.'] = process.argv;
const database = openDatabase(folder, 'id TEXT PRIMARY KEY, body TEXT, created_at INTEGER');
const insert = database.prepare('INSERT INTO record VALUES (?, ?, ?)');

serve(async (request, response) => {
  const id = randomUUID();
  const sent: unknown = JSON.parse(await text(request));
  const body = JSON.stringify({ id, ...(typeof sent === 'object' && sent) });
  insert.run(id, body, Date.now());
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
    .end(body);
});
