import { basename } from 'node:path';
import { serve } from './serve.js';
import { openDatabase } from './sqlite.js';

const [, , folder = '.', id] = process.argv;
const database = openDatabase(
  folder,
  'id TEXT PRIMARY KEY, url TEXT, tags TEXT, path TEXT, createdAt TEXT, updatedAt TEXT',
);
const now = new Date().toISOString();
database
  .prepare('INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)')
  .run(id, 'http://127.0.0.1:8080/cdn/photo.jpg', '[]', '', now, now);
const select = database.prepare('SELECT * FROM record WHERE id = ?');

serve((request, response) => {
  const body = Buffer.from(JSON.stringify(select.get(basename(request.url ?? ''))));
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
});
